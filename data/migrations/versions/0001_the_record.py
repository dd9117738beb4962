"""The record."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "study",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("notice", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_study")),
        sa.UniqueConstraint("name", name=op.f("uq_study_name")),
    )
    op.create_table(
        "guideline",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_guideline_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guideline")),
        sa.UniqueConstraint("study_id", "question", "version", name=op.f("uq_guideline_study_id_question_version")),
    )
    op.create_table(
        "importedfile",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.Column("imported_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_importedfile_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_importedfile")),
        sa.UniqueConstraint("study_id", "sha256", name=op.f("uq_importedfile_study_id_sha256")),
    )
    op.create_table(
        "publication",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("manifest_sha256", sa.String(), nullable=False),
        sa.Column("data_sha256", sa.String(), nullable=False),
        sa.Column("policy_sha256", sa.String(), nullable=False),
        sa.Column("folder", sa.String(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_publication_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_publication")),
    )
    op.create_index(op.f("ix_publication_study_id"), "publication", ["study_id"], unique=False)
    op.create_table(
        "query",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("bias", sa.String(), nullable=True),
        sa.Column("mirror", sa.String(), nullable=True),
        sa.CheckConstraint("type IN ('debate', 'expertise', 'other')", name=op.f("ck_query_known_type")),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_query_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_query")),
        sa.UniqueConstraint("study_id", "key", name=op.f("uq_query_study_id_key")),
    )
    op.create_table(
        "rater",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("slot", sa.Boolean(), nullable=False),
        sa.Column("simulated", sa.Boolean(), nullable=False),
        sa.Column("about", sa.String(), nullable=True),
        sa.Column("spec", sa.JSON(), nullable=True),
        sa.Column("spec_sha", sa.String(), nullable=True),
        sa.Column("labels_shown_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('human', 'judge', 'adjudicator')", name=op.f("ck_rater_known_kind")),
        sa.CheckConstraint("origin IN ('app', 'import', 'run')", name=op.f("ck_rater_known_origin")),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_rater_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rater")),
        sa.UniqueConstraint("study_id", "name", name=op.f("uq_rater_study_id_name")),
    )
    op.create_index(op.f("ix_rater_spec_sha"), "rater", ["spec_sha"], unique=False)
    op.create_table(
        "source",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=True),
        sa.Column("title", sa.String(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("length", sa.Integer(), sa.Computed("length(text)", persisted=True), nullable=True),
        sa.Column("text", sa.String(), nullable=True),
        sa.Column("sha256", sa.String(), nullable=True),
        sa.CheckConstraint("(status = 'ok') = (text IS NOT NULL)", name=op.f("ck_source_ok_has_text")),
        sa.CheckConstraint(
            "status IN ('ok', 'paywall', 'not found', 'blocked', 'empty', 'too large', 'not text', 'not fetched')",
            name=op.f("ck_source_known_status"),
        ),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_source_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_source")),
        sa.UniqueConstraint("study_id", "key", name=op.f("uq_source_study_id_key")),
    )
    op.create_table(
        "sourcefetch",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("way", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False),
        sa.Column("why", sa.String(), nullable=True),
        sa.Column("final_url", sa.String(), nullable=True),
        sa.Column("content_type", sa.String(), nullable=True),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.Column("boilerplate", sa.Float(), nullable=True),
        sa.Column("sha256", sa.String(), nullable=True),
        sa.Column("raw_sha256", sa.String(), nullable=True),
        sa.CheckConstraint("way IN ('network', 'reader', 'hand')", name=op.f("ck_sourcefetch_known_way")),
        sa.CheckConstraint(
            "status IN ('ok', 'paywall', 'not found', 'blocked', 'empty', 'too large', 'not text', 'not fetched')",
            name=op.f("ck_sourcefetch_known_status"),
        ),
        sa.CheckConstraint("(status = 'ok') = (sha256 IS NOT NULL)", name=op.f("ck_sourcefetch_ok_has_hash")),
        sa.CheckConstraint("boilerplate >= 0 AND boilerplate <= 1", name=op.f("ck_sourcefetch_boilerplate_is_share")),
        sa.ForeignKeyConstraint(["source_id"], ["source.id"], name=op.f("fk_sourcefetch_source_id_source")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sourcefetch")),
    )
    op.create_index(op.f("ix_sourcefetch_source_id"), "sourcefetch", ["source_id"], unique=False)
    op.create_table(
        "answer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("query_id", sa.Integer(), nullable=False),
        sa.Column("system", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["query_id"], ["query.id"], name=op.f("fk_answer_query_id_query")),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_answer_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answer")),
        sa.UniqueConstraint("study_id", "key", name=op.f("uq_answer_study_id_key")),
    )
    op.create_index(op.f("ix_answer_query_id"), "answer", ["query_id"], unique=False)
    op.create_table(
        "batch",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("question_version", sa.String(), nullable=False),
        sa.Column("guideline_id", sa.Integer(), nullable=True),
        sa.Column("overlap", sa.Integer(), nullable=False),
        sa.Column("lease_seconds", sa.Integer(), nullable=False),
        sa.Column("design", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("lease_seconds >= 1", name=op.f("ck_batch_lease_lasts")),
        sa.CheckConstraint("overlap >= 1", name=op.f("ck_batch_someone_labels")),
        sa.ForeignKeyConstraint(["guideline_id"], ["guideline.id"], name=op.f("fk_batch_guideline_id_guideline")),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_batch_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch")),
        sa.UniqueConstraint("study_id", "name", name=op.f("uq_batch_study_id_name")),
    )
    op.create_table(
        "checklist",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("query_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["query_id"], ["query.id"], name=op.f("fk_checklist_query_id_query")),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_checklist_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checklist")),
        sa.UniqueConstraint("study_id", "key", "version", name=op.f("uq_checklist_study_id_key_version")),
    )
    op.create_index(op.f("ix_checklist_query_id"), "checklist", ["query_id"], unique=False)
    op.create_table(
        "judgerun",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stopped", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_judgerun_rater_id_rater")),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_judgerun_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judgerun")),
    )
    op.create_index(op.f("ix_judgerun_study_id"), "judgerun", ["study_id"], unique=False)
    op.create_table(
        "answersource",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("answer_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["answer_id"], ["answer.id"], name=op.f("fk_answersource_answer_id_answer")),
        sa.ForeignKeyConstraint(["source_id"], ["source.id"], name=op.f("fk_answersource_source_id_source")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answersource")),
        sa.UniqueConstraint("answer_id", "position", name=op.f("uq_answersource_answer_id_position")),
    )
    op.create_index(op.f("ix_answersource_source_id"), "answersource", ["source_id"], unique=False)
    op.create_table(
        "pace",
        sa.Column("base_url", sa.String(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.Column("open_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("requests_until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tokens_until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("base_url", "model", name=op.f("pk_pace")),
    )
    op.create_table(
        "bulk",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("requests", sa.Integer(), nullable=False),
        sa.Column("remote", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["run_id"], ["judgerun.id"], name=op.f("fk_bulk_run_id_judgerun")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bulk")),
        sa.UniqueConstraint("token", name=op.f("uq_bulk_token")),
    )
    op.create_index(op.f("ix_bulk_run_id"), "bulk", ["run_id"], unique=False)
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("bulk_id", sa.Integer(), nullable=True),
        sa.Column("request_key", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.String(), nullable=True),
        sa.Column("http_status", sa.Integer(), nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("possibly_paid", sa.Boolean(), nullable=False),
        sa.Column("finish_reason", sa.String(), nullable=True),
        sa.Column("request_id", sa.String(), nullable=True),
        sa.Column("model", sa.String(), nullable=True),
        sa.Column("fingerprint", sa.String(), nullable=True),
        sa.Column("parameters", sa.JSON(), nullable=True),
        sa.Column("structured", sa.String(), nullable=True),
        sa.Column("tokens_in", sa.Integer(), nullable=True),
        sa.Column("tokens_out", sa.Integer(), nullable=True),
        sa.Column("tokens_cached", sa.Integer(), nullable=True),
        sa.Column("tokens_reasoning", sa.Integer(), nullable=True),
        sa.Column("latency_ms", sa.Integer(), nullable=True),
        sa.Column("perhaps_cut", sa.Boolean(), nullable=False),
        sa.CheckConstraint("state IN ('sent', 'done')", name=op.f("ck_attempt_known_state")),
        sa.ForeignKeyConstraint(["bulk_id"], ["bulk.id"], name=op.f("fk_attempt_bulk_id_bulk")),
        sa.ForeignKeyConstraint(["run_id"], ["judgerun.id"], name=op.f("fk_attempt_run_id_judgerun")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempt")),
    )
    op.create_index(
        "ix_attempt_bulk",
        "attempt",
        ["bulk_id"],
        unique=False,
        sqlite_where=sa.text("bulk_id IS NOT NULL"),
        postgresql_where=sa.text("bulk_id IS NOT NULL"),
    )
    op.create_index(op.f("ix_attempt_request_key"), "attempt", ["request_key"], unique=False)
    op.create_index(op.f("ix_attempt_run_id"), "attempt", ["run_id"], unique=False)
    op.create_table(
        "checklistitem",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("checklist_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["checklist_id"], ["checklist.id"], name=op.f("fk_checklistitem_checklist_id_checklist")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checklistitem")),
        sa.UniqueConstraint("checklist_id", "key", name=op.f("uq_checklistitem_checklist_id_key")),
    )
    op.create_table(
        "claim",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("answer_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["answer_id"], ["answer.id"], name=op.f("fk_claim_answer_id_answer")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim")),
        sa.UniqueConstraint("answer_id", "key", name=op.f("uq_claim_answer_id_key")),
    )
    op.create_table(
        "issue",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("answer_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("quote", sa.String(), nullable=True),
        sa.Column("found_by", sa.String(), nullable=True),
        sa.CheckConstraint("type IN ('consistency', 'citation')", name=op.f("ck_issue_known_type")),
        sa.ForeignKeyConstraint(["answer_id"], ["answer.id"], name=op.f("fk_issue_answer_id_answer")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_issue")),
        sa.UniqueConstraint("answer_id", "key", name=op.f("uq_issue_answer_id_key")),
    )
    op.create_table(
        "reportpair",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("query_id", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("second_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["first_id"], ["answer.id"], name=op.f("fk_reportpair_first_id_answer")),
        sa.ForeignKeyConstraint(["query_id"], ["query.id"], name=op.f("fk_reportpair_query_id_query")),
        sa.ForeignKeyConstraint(["second_id"], ["answer.id"], name=op.f("fk_reportpair_second_id_answer")),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_reportpair_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reportpair")),
        sa.UniqueConstraint("study_id", "key", name=op.f("uq_reportpair_study_id_key")),
    )
    op.create_table(
        "statement",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("answer_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=True),
        sa.Column("end", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["answer_id"], ["answer.id"], name=op.f("fk_statement_answer_id_answer")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_statement")),
        sa.UniqueConstraint("answer_id", "position", name=op.f("uq_statement_answer_id_position")),
    )
    op.create_table(
        "markdecision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("answer_id", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("positions", sa.JSON(), nullable=False),
        sa.Column("note", sa.String(), nullable=True),
        sa.Column("supersedes_id", sa.Integer(), nullable=True),
        sa.Column("superseded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("verdict IN ('citation', 'text')", name=op.f("ck_markdecision_known_verdict")),
        sa.ForeignKeyConstraint(["answer_id"], ["answer.id"], name=op.f("fk_markdecision_answer_id_answer")),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_markdecision_rater_id_rater")),
        sa.ForeignKeyConstraint(
            ["supersedes_id"], ["markdecision.id"], name=op.f("fk_markdecision_supersedes_id_markdecision")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_markdecision")),
    )
    op.create_index(
        "one_current_decision",
        "markdecision",
        ["answer_id", "start", "end"],
        unique=True,
        sqlite_where=sa.text("superseded_at IS NULL"),
        postgresql_where=sa.text("superseded_at IS NULL"),
    )
    op.create_table(
        "statementedit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("answer_id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=True),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("note", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "action IN ('split', 'merge', 'leave out', 'take in', 'decompose', 'undo')",
            name=op.f("ck_statementedit_known_action"),
        ),
        sa.ForeignKeyConstraint(["answer_id"], ["answer.id"], name=op.f("fk_statementedit_answer_id_answer")),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_statementedit_rater_id_rater")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_statementedit")),
    )
    op.create_index(op.f("ix_statementedit_answer_id"), "statementedit", ["answer_id"], unique=False)
    op.create_table(
        "answerreview",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("answer_id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["answer_id"], ["answer.id"], name=op.f("fk_answerreview_answer_id_answer")),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_answerreview_rater_id_rater")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answerreview")),
    )
    op.create_index(op.f("ix_answerreview_answer_id"), "answerreview", ["answer_id"], unique=False)
    op.create_table(
        "task",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("answer_id", sa.Integer(), nullable=True),
        sa.Column("query_id", sa.Integer(), nullable=True),
        sa.Column("probability", sa.Float(), nullable=False),
        sa.CheckConstraint("probability > 0 AND probability <= 1", name=op.f("ck_task_probability_in_range")),
        sa.ForeignKeyConstraint(["answer_id"], ["answer.id"], name=op.f("fk_task_answer_id_answer")),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_task_batch_id_batch")),
        sa.ForeignKeyConstraint(["query_id"], ["query.id"], name=op.f("fk_task_query_id_query")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_task")),
        sa.UniqueConstraint("batch_id", "position", name=op.f("uq_task_batch_id_position")),
    )
    op.create_table(
        "walk",
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("reached", sa.Integer(), nullable=False),
        sa.Column("tasks_done", sa.Integer(), nullable=False),
        sa.Column("units_done", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_walk_batch_id_batch")),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_walk_rater_id_rater")),
        sa.PrimaryKeyConstraint("batch_id", "rater_id", name=op.f("pk_walk")),
    )
    op.create_table(
        "citation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("statement_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["statement_id"], ["statement.id"], name=op.f("fk_citation_statement_id_statement")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_citation")),
        sa.UniqueConstraint("statement_id", "position", name=op.f("uq_citation_statement_id_position")),
    )
    op.create_table(
        "output",
        sa.Column("request_key", sa.String(), nullable=False),
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=True),
        sa.Column("justification", sa.String(), nullable=True),
        sa.CheckConstraint("(status = 'ok') = (value IS NOT NULL)", name=op.f("ck_output_only_ok_has_value")),
        sa.CheckConstraint(
            "status IN ('ok', 'refused', 'filtered', 'truncated', 'invalid_json', 'bad_label', 'empty', 'context_too_long', 'transient_failed')",  # noqa: E501
            name=op.f("ck_output_known_status"),
        ),
        sa.ForeignKeyConstraint(["attempt_id"], ["attempt.id"], name=op.f("fk_output_attempt_id_attempt")),
        sa.PrimaryKeyConstraint("request_key", name=op.f("pk_output")),
    )
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("task_id", sa.Integer(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(), nullable=True),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("active_ms", sa.Integer(), nullable=True),
        sa.CheckConstraint("(state = 'leased') = (leased_until IS NOT NULL)", name=op.f("ck_seat_lease_has_end")),
        sa.CheckConstraint("(state IN ('open', 'freed')) = (rater_id IS NULL)", name=op.f("ck_seat_free_is_nobodys")),
        sa.CheckConstraint(
            "(state IN ('submitted', 'reopened')) = (submitted_at IS NOT NULL)", name=op.f("ck_seat_submitted_has_time")
        ),
        sa.CheckConstraint(
            "state IN ('open', 'leased', 'submitted', 'reopened', 'freed')", name=op.f("ck_seat_known_state")
        ),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_seat_batch_id_batch")),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_seat_rater_id_rater")),
        sa.ForeignKeyConstraint(["task_id"], ["task.id"], name=op.f("fk_seat_task_id_task")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
        sa.UniqueConstraint("task_id", "number", name=op.f("uq_seat_task_id_number")),
        sa.UniqueConstraint("task_id", "rater_id", name=op.f("uq_seat_task_id_rater_id")),
    )
    op.create_index("ix_seat_queue", "seat", ["batch_id", "state", "position", "number"], unique=False)
    op.create_index("ix_seat_rater", "seat", ["rater_id", "batch_id", "state", "submitted_at"], unique=False)
    op.create_table(
        "taskskip",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("task_id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("taken_back_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_taskskip_rater_id_rater")),
        sa.ForeignKeyConstraint(["task_id"], ["task.id"], name=op.f("fk_taskskip_task_id_task")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_taskskip")),
    )
    op.create_index("ix_taskskip_rater", "taskskip", ["rater_id", "task_id"], unique=False)
    op.create_index(
        "one_standing_skip",
        "taskskip",
        ["task_id", "rater_id"],
        unique=True,
        sqlite_where=sa.text("taken_back_at IS NULL"),
        postgresql_where=sa.text("taken_back_at IS NULL"),
    )
    op.create_table(
        "unit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("answer_id", sa.Integer(), nullable=True),
        sa.Column("query_id", sa.Integer(), nullable=True),
        sa.Column("statement_id", sa.Integer(), nullable=True),
        sa.Column("answer_source_id", sa.Integer(), nullable=True),
        sa.Column("item_id", sa.Integer(), nullable=True),
        sa.Column("issue_id", sa.Integer(), nullable=True),
        sa.Column("pair_id", sa.Integer(), nullable=True),
        sa.Column("claim_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("answer_id IS NOT NULL OR query_id IS NOT NULL", name=op.f("ck_unit_has_cluster")),
        sa.ForeignKeyConstraint(["answer_id"], ["answer.id"], name=op.f("fk_unit_answer_id_answer")),
        sa.ForeignKeyConstraint(
            ["answer_source_id"], ["answersource.id"], name=op.f("fk_unit_answer_source_id_answersource")
        ),
        sa.ForeignKeyConstraint(["claim_id"], ["claim.id"], name=op.f("fk_unit_claim_id_claim")),
        sa.ForeignKeyConstraint(["issue_id"], ["issue.id"], name=op.f("fk_unit_issue_id_issue")),
        sa.ForeignKeyConstraint(["item_id"], ["checklistitem.id"], name=op.f("fk_unit_item_id_checklistitem")),
        sa.ForeignKeyConstraint(["pair_id"], ["reportpair.id"], name=op.f("fk_unit_pair_id_reportpair")),
        sa.ForeignKeyConstraint(["query_id"], ["query.id"], name=op.f("fk_unit_query_id_query")),
        sa.ForeignKeyConstraint(["statement_id"], ["statement.id"], name=op.f("fk_unit_statement_id_statement")),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_unit_study_id_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unit")),
        sa.UniqueConstraint("study_id", "question", "key", name=op.f("uq_unit_study_id_question_key")),
    )
    op.create_index("ix_unit_answer", "unit", ["answer_id", "question"], unique=False)
    op.create_index("ix_unit_statement", "unit", ["statement_id"], unique=False)
    op.create_index(
        "ix_unit_query",
        "unit",
        ["query_id", "question"],
        unique=False,
        sqlite_where=sa.text("query_id IS NOT NULL"),
        postgresql_where=sa.text("query_id IS NOT NULL"),
    )
    op.create_table(
        "draft",
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("unit_id", sa.Integer(), nullable=False),
        sa.Column("value", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("justification", sa.String(), nullable=True),
        sa.Column("evidence", sa.JSON(), nullable=False),
        sa.Column("bulk", sa.Boolean(), nullable=False),
        sa.Column("active_ms", sa.Integer(), nullable=False),
        sa.Column("wall_ms", sa.Integer(), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("value IS NULL OR reason IS NULL", name=op.f("ck_draft_value_or_reason")),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_draft_rater_id_rater")),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.id"], name=op.f("fk_draft_unit_id_unit")),
        sa.PrimaryKeyConstraint("rater_id", "unit_id", name=op.f("pk_draft")),
    )
    op.create_table(
        "label",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("unit_id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("question_version", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("raw", sa.String(), nullable=True),
        sa.Column("justification", sa.String(), nullable=True),
        sa.Column("evidence", sa.JSON(), nullable=False),
        sa.Column("guideline_id", sa.Integer(), nullable=True),
        sa.Column("judge_shown", sa.Boolean(), nullable=False),
        sa.Column("side_order", sa.String(), nullable=True),
        sa.Column("cell_order", sa.String(), nullable=True),
        sa.Column("bulk", sa.Boolean(), nullable=False),
        sa.Column("active_ms", sa.Integer(), nullable=True),
        sa.Column("wall_ms", sa.Integer(), nullable=True),
        sa.Column("supersedes_id", sa.Integer(), nullable=True),
        sa.Column("superseded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(value IS NULL) <> (reason IS NULL)", name=op.f("ck_label_value_or_reason")),
        sa.ForeignKeyConstraint(["guideline_id"], ["guideline.id"], name=op.f("fk_label_guideline_id_guideline")),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_label_rater_id_rater")),
        sa.ForeignKeyConstraint(["supersedes_id"], ["label.id"], name=op.f("fk_label_supersedes_id_label")),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.id"], name=op.f("fk_label_unit_id_unit")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_label")),
    )
    op.create_index("ix_label_rater", "label", ["rater_id", "created_at"], unique=False)
    op.create_index("ix_label_unit", "label", ["unit_id"], unique=False)
    op.create_index(
        "one_current_label",
        "label",
        ["unit_id", "rater_id", "run"],
        unique=True,
        sqlite_where=sa.text("superseded_at IS NULL"),
        postgresql_where=sa.text("superseded_at IS NULL"),
    )
    op.create_table(
        "taskunit",
        sa.Column("task_id", sa.Integer(), nullable=False),
        sa.Column("unit_id", sa.Integer(), nullable=False),
        sa.Column("probability", sa.Float(), nullable=False),
        sa.CheckConstraint("probability > 0 AND probability <= 1", name=op.f("ck_taskunit_probability_in_range")),
        sa.ForeignKeyConstraint(["task_id"], ["task.id"], name=op.f("fk_taskunit_task_id_task")),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.id"], name=op.f("fk_taskunit_unit_id_unit")),
        sa.PrimaryKeyConstraint("task_id", "unit_id", name=op.f("pk_taskunit")),
    )
    op.create_index(op.f("ix_taskunit_unit_id"), "taskunit", ["unit_id"], unique=False)
