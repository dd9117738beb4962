// What Python has not acknowledged yet. Every message carries all of it, and is sent again until it is acknowledged:
// storing a cell twice changes nothing, losing one would.

const RESEND_MS = [3000, 6000, 12000];

class Outbox {
  // `send` takes a message; `late` is called when one was not acknowledged in time and goes out again.
  constructor(send, late) {
    this.send = send;
    this.late = late;
    this.entries = new Map();
    this.seq = this.sent = 0;
    this.act = null; // submit, skip, … : waits for its reply like an entry
    this.timer = null;
    this.tries = 0;
  }

  get waiting() {
    return this.entries.size > 0 || this.act !== null;
  }

  add(entries) {
    for (const entry of entries) {
      this.seq += 1;
      this.entries.set(entry.unit_id, { seq: this.seq, entry });
    }
    this.flush();
  }

  perform(act) {
    this.seq += 1;
    this.act = { seq: this.seq, ...act };
    this.flush();
  }

  message() {
    const { seq, ...act } = this.act || {};
    return { seq: this.seq, entries: [...this.entries.values()].map((one) => one.entry), ...act };
  }

  // Sends, unless a message is on its way: one that arrived while the script runs would break that run off.
  flush() {
    if (this.waiting && this.timer === null) this.dispatch();
  }

  dispatch() {
    if (this.tries > 0) this.late();
    this.sent = this.seq;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.flush();
    }, RESEND_MS[Math.min(this.tries, RESEND_MS.length - 1)]);
    this.tries += 1;
    this.send(this.message());
  }

  acknowledged(seq) {
    for (const [unit, one] of this.entries) if (one.seq <= seq) this.entries.delete(unit);
    if (this.act && this.act.seq <= seq) this.act = null;
    if (seq < this.sent) return;
    this.rest();
    this.flush();
  }

  // Nothing is on its way, and nothing is sent until the next flush.
  rest() {
    clearTimeout(this.timer);
    this.timer = null;
    this.tries = 0;
  }

  // Python refused: nothing entered is dropped, and nothing is sent again until the person acts.
  halt() {
    this.rest();
    this.act = null;
  }

  empty() {
    this.halt();
    this.entries.clear();
  }
}
