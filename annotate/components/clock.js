// Time per thing labelled: wall (it was in front) and active (the page was visible and the person not idle).

const IDLE_MS = 60000;

class Clock {
  constructor(now = () => performance.now()) {
    this.now = now;
    this.totals = new Map();
    this.current = null;
    this.since = this.lastAct = now();
    this.visible = document.visibilityState === "visible";
    this.onAct = () => this.acted();
    this.onVisible = () => this.seen();
    for (const name of Clock.ACTS) window.addEventListener(name, this.onAct, { passive: true, capture: true });
    document.addEventListener("visibilitychange", this.onVisible);
  }

  // Books the time since the last booking to the current thing. An idle stretch counts as active for IDLE_MS only.
  book() {
    const now = this.now();
    if (this.current !== null) {
      const total = this.totals.get(this.current) || { active: 0, wall: 0 };
      const activeUntil = Math.min(now, this.lastAct + IDLE_MS);
      total.wall += now - this.since;
      if (this.visible) total.active += Math.max(0, activeUntil - this.since);
      this.totals.set(this.current, total);
    }
    this.since = now;
  }

  acted() {
    if (this.now() - this.lastAct > IDLE_MS) this.book();
    this.lastAct = this.now();
  }

  seen() {
    this.book();
    this.visible = document.visibilityState === "visible";
    if (this.visible) this.lastAct = this.now();
  }

  // Counts on from the time a thing took before this page was shown.
  begin(thing, active, wall) {
    this.totals.set(thing, { active, wall });
  }

  turnTo(thing) {
    if (thing === this.current) return;
    this.book();
    this.current = thing;
  }

  // Milliseconds spent on a thing so far, as whole numbers.
  spent(thing) {
    this.book();
    const total = this.totals.get(thing) || { active: 0, wall: 0 };
    return { active_ms: Math.round(total.active), wall_ms: Math.round(total.wall) };
  }

  close() {
    for (const name of Clock.ACTS) window.removeEventListener(name, this.onAct, { capture: true });
    document.removeEventListener("visibilitychange", this.onVisible);
  }
}
Clock.ACTS = ["keydown", "pointerdown", "pointermove", "wheel"];
