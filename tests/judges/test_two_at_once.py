import threading
import time
from pathlib import Path

import pytest
from judge_cases import judge_for, judged_study, run
from model_server import Behaviour, serving
from sqlalchemy import Engine

from judges.errors import AlreadyRunning

pytestmark = pytest.mark.whole


def test_a_judge_that_is_run_already_is_not_run_beside_itself(engine: Engine, tmp_path: Path) -> None:
    study = judged_study(engine)
    with serving(Behaviour(latency=0.1)) as server:
        judge = judge_for(tmp_path, server.url)
        first = threading.Thread(target=run, args=(engine, study, judge))
        first.start()
        while first.is_alive() and not server.log.calls:
            time.sleep(0.005)
        with pytest.raises(AlreadyRunning, match="is being run already"):
            run(engine, study, judge)
        run(engine, study, judge_for(tmp_path, server.url, "confidence"))
        first.join()
        assert run(engine, study, judge).progress.total == 0
    assert (len(server.log.calls), server.log.doubled) == (54 + 4, 0)
