BEGIN TRANSACTION;
CREATE TABLE api_keys (
    id TEXT NOT NULL PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, project TEXT NOT NULL, name TEXT NOT NULL,
    scopes TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT, revoked_at TEXT
);
CREATE TABLE baselines (
    run_id TEXT NOT NULL PRIMARY KEY REFERENCES runs (run_id), project TEXT NOT NULL, marked_at TEXT NOT NULL
);
CREATE TABLE call_texts (sha256 TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL);
CREATE TABLE calls (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL REFERENCES runs (run_id), case_id TEXT NOT NULL, system TEXT NOT NULL,
    role TEXT NOT NULL, model TEXT NOT NULL, model_served TEXT, prompt_sha256 TEXT NOT NULL,
    reply_sha256 TEXT, rung TEXT, input_tokens BIGINT NOT NULL, output_tokens BIGINT NOT NULL,
    cost_usd DOUBLE PRECISION, latency_ms DOUBLE PRECISION NOT NULL, cached BOOLEAN NOT NULL,
    created_at TEXT NOT NULL
, batch TEXT);
CREATE TABLE collections (
    id TEXT NOT NULL PRIMARY KEY, project TEXT NOT NULL, name TEXT NOT NULL, created_at TEXT NOT NULL,
    UNIQUE (project, name)
);
CREATE TABLE documents (
    id TEXT NOT NULL PRIMARY KEY, collection TEXT NOT NULL REFERENCES collections (id), name TEXT NOT NULL,
    job TEXT NOT NULL, sha256 TEXT NOT NULL, size BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'indexed', 'failed')), error TEXT,
    content BLOB, passages BLOB, passage_count INTEGER,
    created_at TEXT NOT NULL, finished_at TEXT, UNIQUE (collection, name)
);
CREATE TABLE idempotency_keys (
    project TEXT NOT NULL, route TEXT NOT NULL, key TEXT NOT NULL, request_sha256 TEXT NOT NULL,
    status INTEGER, headers TEXT, body BLOB, created_at TEXT NOT NULL, PRIMARY KEY (project, route, key)
);
CREATE TABLE items (
	seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	run_id TEXT NOT NULL, 
	case_id TEXT NOT NULL, 
	system TEXT NOT NULL, 
	payload TEXT NOT NULL, score DOUBLE, status TEXT, accuracy DOUBLE PRECISION, completeness DOUBLE PRECISION, clarity DOUBLE PRECISION, language TEXT, contradicted INTEGER, decided_share DOUBLE PRECISION, 
	FOREIGN KEY(run_id) REFERENCES runs (run_id)
);
INSERT INTO "items" VALUES(1,'evaluated','0','A','{"case_id":"0","system":"A","language":null,"tags":[],"documents":[],"answerable":null,"weight":1.0,"answer":{"text":"It made 354.4 GWh.","citations":[],"uncited":[],"passages":[{"id":"wind.pdf#p2.1","doc_id":"wind.pdf","page":2,"text":"The farm made 354.4 GWh in 2023."},{"id":"port.md#1","doc_id":"port.md","page":null,"text":"港口在 2023 年處理了 88 艘船。"}],"model_id":null,"model_served":null,"system_fingerprint":null,"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"latency_ms":null},"canonical":[],"score_card":null,"evaluation":{"metrics":{"accuracy":6.5,"completeness":7.25,"clarity":8.0,"weighted_score":8.0,"dimensions":{"tone":9.5}},"reason":"so it is","suggestion":"look further","is_passing":true,"analysis":"step by step","issues":[{"claim":"It made 354.4 GWh.","verdict":"contradicted","passage_id":"wind.pdf#p2.1","quote":"made 354.4 GWh","doubts":[]},{"claim":"x","verdict":"missing","passage_id":null,"quote":null,"doubts":["claim_not_in_answer"]},{"claim":"y","verdict":"supported","passage_id":null,"quote":null,"doubts":null}],"status":"repaired","parse_method":"regex","mode":"comparison","model_id":"m","model_served":"m-1","system_fingerprint":"f","prompt":{"id":"judge_with_documents","version":"1","language":"en","sha256":"0000000000000000000000000000000000000000000000000000000000000000"},"usage":{"input_tokens":90,"cached_input_tokens":0,"output_tokens":10,"reasoning_tokens":0,"calls":2,"cached":0,"cost_usd":0.25},"latency_ms":12.5,"cost_usd":0.25,"passages_shown":["wind.pdf#p2.1"],"passages_left_out":["port.md#1"],"raw_reply":"{\"accuracy\": 6.5}","evidence":{"issues":2,"unverified":1,"figures_not_in_passages":[{"figure":"41","claim":"It made 41."}]},"panel":{"members":[{"model_id":"m","model_served":null,"system_fingerprint":null,"variant":"plain","accuracy":6.0,"completeness":7.0,"clarity":8.0,"dimensions":{"tone":9.5},"reason":"so","usage":{"input_tokens":90,"cached_input_tokens":0,"output_tokens":10,"reasoning_tokens":0,"calls":2,"cached":0,"cost_usd":0.25},"raw_reply":"{}"},{"model_id":"n","model_served":null,"system_fingerprint":null,"variant":"passages reversed","accuracy":null,"completeness":null,"clarity":null,"dimensions":{},"reason":"no reply","usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"raw_reply":null}],"combined":"mean","spread":1.5,"agreement":0.5},"reference_seen":true,"answer_parts":2,"answered":"partly","key_points":[{"text":"88 ships","weight":2.0,"verdict":"covered","words":"88","words_found":true},{"text":"none","weight":1.0,"verdict":null,"words":null,"words_found":null}],"judged_completeness":5.0,"context":{"reference_claims":[{"claim":"c","passage_ids":["wind.pdf#p2.1"]}],"useful":["wind.pdf#p2.1"],"precision":null,"recall":null},"decided_share":0.75},"research":null,"error":null,"metrics":{}}',NULL,'answered',6.5,7.25,8.0,NULL,1,0.75);
INSERT INTO "items" VALUES(2,'evaluated','1','A','{"case_id":"1","system":"A","language":null,"tags":[],"documents":[],"answerable":null,"weight":1.0,"answer":{"text":"It made 354.4 GWh.","citations":[],"uncited":[],"passages":[{"id":"wind.pdf#p2.1","doc_id":"wind.pdf","page":2,"text":"The farm made 354.4 GWh in 2023."},{"id":"port.md#1","doc_id":"port.md","page":null,"text":"港口在 2023 年處理了 88 艘船。"}],"model_id":null,"model_served":null,"system_fingerprint":null,"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"latency_ms":null},"canonical":[],"score_card":null,"evaluation":{"metrics":null,"reason":"no reply","suggestion":"","is_passing":false,"analysis":"","issues":[],"status":"failed","parse_method":"default","mode":"no_documents","model_id":"m","model_served":"m-1","system_fingerprint":"f","prompt":{"id":"judge_with_documents","version":"1","language":"en","sha256":"0000000000000000000000000000000000000000000000000000000000000000"},"usage":{"input_tokens":90,"cached_input_tokens":0,"output_tokens":10,"reasoning_tokens":0,"calls":2,"cached":0,"cost_usd":0.25},"latency_ms":12.5,"cost_usd":0.25,"passages_shown":["wind.pdf#p2.1"],"passages_left_out":["port.md#1"],"raw_reply":"{\"accuracy\": 6.5}","evidence":{"issues":2,"unverified":1,"figures_not_in_passages":[{"figure":"41","claim":"It made 41."}]},"panel":null,"reference_seen":true,"answer_parts":2,"answered":null,"key_points":[],"judged_completeness":null,"context":null,"decided_share":null},"research":null,"error":null,"metrics":{}}',NULL,'answered',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "items" VALUES(3,'evaluated','2','A','{"case_id":"2","system":"A","language":null,"tags":[],"documents":[],"answerable":null,"weight":1.0,"answer":{"text":"It made 354.4 GWh.","citations":[],"uncited":[],"passages":[{"id":"wind.pdf#p2.1","doc_id":"wind.pdf","page":2,"text":"The farm made 354.4 GWh in 2023."},{"id":"port.md#1","doc_id":"port.md","page":null,"text":"港口在 2023 年處理了 88 艘船。"}],"model_id":null,"model_served":null,"system_fingerprint":null,"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"latency_ms":null},"canonical":[],"score_card":null,"evaluation":{"metrics":{"accuracy":6.5,"completeness":7.25,"clarity":8.0,"weighted_score":7.025,"dimensions":{"tone":9.5}},"reason":"so it is","suggestion":"look further","is_passing":false,"analysis":"step by step","issues":[{"claim":"It made 354.4 GWh.","verdict":"contradicted","passage_id":"wind.pdf#p2.1","quote":"made 354.4 GWh","doubts":[]},{"claim":"x","verdict":"missing","passage_id":null,"quote":null,"doubts":["claim_not_in_answer"]},{"claim":"y","verdict":"supported","passage_id":null,"quote":null,"doubts":null}],"status":"scored","parse_method":"strict","mode":"documents","model_id":"embedded","model_served":null,"system_fingerprint":null,"prompt":null,"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"latency_ms":0.0,"cost_usd":0.0,"passages_shown":[],"passages_left_out":[],"raw_reply":null,"evidence":null,"panel":null,"reference_seen":false,"answer_parts":1,"answered":"partly","key_points":[{"text":"88 ships","weight":2.0,"verdict":"covered","words":"88","words_found":true},{"text":"none","weight":1.0,"verdict":null,"words":null,"words_found":null}],"judged_completeness":5.0,"context":{"reference_claims":[{"claim":"c","passage_ids":["wind.pdf#p2.1"]}],"useful":["wind.pdf#p2.1"],"precision":null,"recall":null},"decided_share":0.75},"research":null,"error":null,"metrics":{}}',NULL,'answered',6.5,7.25,8.0,NULL,1,0.75);
INSERT INTO "items" VALUES(4,'evaluated','3','A','{"case_id":"3","system":"A","language":null,"tags":[],"documents":[],"answerable":null,"weight":1.0,"answer":{"text":"It made 354.4 GWh.","citations":[],"uncited":[],"passages":[{"id":"wind.pdf#p2.1","doc_id":"wind.pdf","page":2,"text":"The farm made 354.4 GWh in 2023."},{"id":"port.md#1","doc_id":"port.md","page":null,"text":"港口在 2023 年處理了 88 艘船。"}],"model_id":null,"model_served":null,"system_fingerprint":null,"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"latency_ms":null},"canonical":[],"score_card":null,"evaluation":{"metrics":{"accuracy":8.0,"completeness":5.0,"clarity":10.0,"weighted_score":7.5,"dimensions":{}},"reason":"r","suggestion":"s","is_passing":true,"analysis":"","issues":[],"status":"scored","parse_method":"strict","mode":"documents","model_id":"unknown","model_served":null,"system_fingerprint":null,"prompt":null,"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"latency_ms":0.0,"cost_usd":null,"passages_shown":[],"passages_left_out":[],"raw_reply":null,"evidence":null,"panel":null,"reference_seen":false,"answer_parts":1,"answered":null,"key_points":[],"judged_completeness":null,"context":null,"decided_share":null},"research":null,"error":null,"metrics":{}}',NULL,'answered',8.0,5.0,10.0,NULL,0,NULL);
INSERT INTO "items" VALUES(5,'evaluated','問','深入研究','{"case_id":"問","system":"深入研究","language":null,"tags":[],"documents":[],"answerable":null,"weight":1.0,"answer":{"text":"It made 354.4 GWh.","citations":[],"uncited":[],"passages":[{"id":"wind.pdf#p2.1","doc_id":"wind.pdf","page":2,"text":"The farm made 354.4 GWh in 2023."},{"id":"port.md#1","doc_id":"port.md","page":null,"text":"港口在 2023 年處理了 88 艘船。"}],"model_id":null,"model_served":null,"system_fingerprint":null,"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"latency_ms":null},"canonical":[],"score_card":null,"evaluation":null,"research":{"question":"q","answer":{"text":"88","citations":[{"sentence":"88","passage_id":"port.md#1","doc_id":null,"page":null,"verdict":"unsupported","judged":null}],"uncited":[],"passages":[{"id":"wind.pdf#p2.1","doc_id":"wind.pdf","page":2,"text":"The farm made 354.4 GWh in 2023."},{"id":"port.md#1","doc_id":"port.md","page":null,"text":"港口在 2023 年處理了 88 艘船。"}],"model_id":null,"model_served":null,"system_fingerprint":null,"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"latency_ms":null},"attempts":[{"number":1,"query":"q","parent_query":null,"suggestion":null,"rewritten":false,"found":["wind.pdf#p2.1"],"new":["wind.pdf#p2.1"],"answer":{"text":"not in the documents","citations":[],"uncited":[],"passages":[],"model_id":null,"model_served":null,"system_fingerprint":null,"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"latency_ms":null},"abstained":true,"evaluation":{"metrics":{"accuracy":4.0,"completeness":3.0,"clarity":8.0,"weighted_score":4.5,"dimensions":{}},"reason":"so it is","suggestion":"look further","is_passing":false,"analysis":"step by step","issues":[],"status":"scored","parse_method":"strict","mode":"comparison","model_id":"stub","model_served":null,"system_fingerprint":null,"prompt":{"id":"judge_with_documents","version":"1","language":"en","sha256":"0000000000000000000000000000000000000000000000000000000000000000"},"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"latency_ms":0.0,"cost_usd":0.0,"passages_shown":[],"passages_left_out":[],"raw_reply":null,"evidence":null,"panel":null,"reference_seen":false,"answer_parts":1,"answered":null,"key_points":[],"judged_completeness":null,"context":null,"decided_share":null},"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"elapsed_ms":0.0,"score_change":null},{"number":2,"query":"ships 2023","parent_query":"q","suggestion":"look for ships","rewritten":false,"found":["wind.pdf#p2.1","port.md#1"],"new":["port.md#1"],"answer":{"text":"88","citations":[{"sentence":"88","passage_id":"port.md#1","doc_id":null,"page":null,"verdict":"unsupported","judged":null}],"uncited":[],"passages":[{"id":"wind.pdf#p2.1","doc_id":"wind.pdf","page":2,"text":"The farm made 354.4 GWh in 2023."},{"id":"port.md#1","doc_id":"port.md","page":null,"text":"港口在 2023 年處理了 88 艘船。"}],"model_id":null,"model_served":null,"system_fingerprint":null,"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"latency_ms":null},"abstained":false,"evaluation":{"metrics":{"accuracy":9.0,"completeness":9.0,"clarity":9.0,"weighted_score":9.0,"dimensions":{}},"reason":"so it is","suggestion":"look further","is_passing":true,"analysis":"step by step","issues":[],"status":"scored","parse_method":"strict","mode":"comparison","model_id":"stub","model_served":null,"system_fingerprint":null,"prompt":{"id":"judge_with_documents","version":"1","language":"en","sha256":"0000000000000000000000000000000000000000000000000000000000000000"},"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"latency_ms":0.0,"cost_usd":0.0,"passages_shown":[],"passages_left_out":[],"raw_reply":null,"evidence":null,"panel":null,"reference_seen":false,"answer_parts":1,"answered":null,"key_points":[],"judged_completeness":null,"context":null,"decided_share":null},"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"elapsed_ms":0.0,"score_change":4.5}],"best_index":1,"stop_reason":"passed","passages":[{"id":"wind.pdf#p2.1","doc_id":"wind.pdf","page":2,"text":"The farm made 354.4 GWh in 2023.","attempt":1,"query":"q"},{"id":"port.md#1","doc_id":"port.md","page":null,"text":"港口在 2023 年處理了 88 艘船。","attempt":2,"query":"q"}],"sub_questions":[],"usage":{"input_tokens":0,"cached_input_tokens":0,"output_tokens":0,"reasoning_tokens":0,"calls":0,"cached":0,"cost_usd":0.0},"elapsed_ms":0.0,"thread_id":""},"error":null,"metrics":{}}',NULL,'answered',NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE job_events (
    job TEXT NOT NULL REFERENCES jobs (id), seq BIGINT NOT NULL, event TEXT NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (job, seq)
);
CREATE TABLE job_inputs (
    job TEXT NOT NULL REFERENCES jobs (id), number INTEGER NOT NULL, payload TEXT NOT NULL,
    PRIMARY KEY (job, number)
) WITHOUT ROWID;
CREATE TABLE jobs (
    id TEXT NOT NULL PRIMARY KEY, project TEXT NOT NULL, kind TEXT NOT NULL,
    state TEXT NOT NULL
        CHECK (state IN ('queued', 'running', 'cancelling', 'done', 'failed', 'cancelled')),
    priority INTEGER NOT NULL DEFAULT 0, not_before TEXT, request TEXT NOT NULL, last_error TEXT,
    why_waiting TEXT, total INTEGER, counts TEXT NOT NULL DEFAULT '{}', run_id TEXT,
    created_at TEXT NOT NULL, finished_at TEXT
, claimed_at TEXT, started_at TEXT, traceparent TEXT);
CREATE TABLE latest_items (
    run_id TEXT NOT NULL REFERENCES runs (run_id), number BIGINT NOT NULL, case_id TEXT NOT NULL,
    system TEXT NOT NULL, seq BIGINT NOT NULL, status TEXT, language TEXT, error_tags TEXT,
    score DOUBLE PRECISION, accuracy DOUBLE PRECISION, completeness DOUBLE PRECISION,
    clarity DOUBLE PRECISION, decided_share DOUBLE PRECISION, contradicted INTEGER, tags TEXT, difference DOUBLE PRECISION,
    PRIMARY KEY (run_id, case_id, system)
) WITHOUT ROWID;
INSERT INTO "latest_items" VALUES('evaluated',1,'0','A',1,'answered',NULL,NULL,NULL,6.5,7.25,8.0,0.75,1,NULL,NULL);
INSERT INTO "latest_items" VALUES('evaluated',2,'1','A',2,'answered',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "latest_items" VALUES('evaluated',3,'2','A',3,'answered',NULL,NULL,NULL,6.5,7.25,8.0,0.75,1,NULL,NULL);
INSERT INTO "latest_items" VALUES('evaluated',4,'3','A',4,'answered',NULL,NULL,NULL,8.0,5.0,10.0,NULL,0,NULL,NULL);
INSERT INTO "latest_items" VALUES('evaluated',5,'問','深入研究',5,'answered',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE model_budgets (
    model TEXT NOT NULL, period TEXT NOT NULL, began_at TEXT NOT NULL, requests BIGINT NOT NULL DEFAULT 0,
    cost_usd DOUBLE PRECISION NOT NULL DEFAULT 0, PRIMARY KEY (model, period)
);
CREATE TABLE pairs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL REFERENCES runs (run_id), case_id TEXT NOT NULL,
    system_a TEXT NOT NULL, system_b TEXT NOT NULL, judge TEXT NOT NULL, "order" TEXT NOT NULL,
    score DOUBLE PRECISION CHECK (score BETWEEN 0 AND 1), payload TEXT NOT NULL
);
CREATE TABLE ratings (
    id TEXT NOT NULL PRIMARY KEY, run_id TEXT NOT NULL REFERENCES runs (run_id), case_id TEXT NOT NULL,
    system TEXT NOT NULL, rater TEXT NOT NULL, dimension TEXT NOT NULL, value DOUBLE PRECISION NOT NULL,
    note TEXT, created_at TEXT NOT NULL
);
CREATE TABLE run_models (
    run_id TEXT NOT NULL REFERENCES runs (run_id), role TEXT NOT NULL, model TEXT NOT NULL,
    PRIMARY KEY (run_id, role)
) WITHOUT ROWID;
INSERT INTO "run_models" VALUES('evaluated','deep_research','stub');
INSERT INTO "run_models" VALUES('evaluated','judge','stub');
CREATE TABLE run_store_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT run_store_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "run_store_version" VALUES('7');
CREATE TABLE run_tags (
    run_id TEXT NOT NULL REFERENCES runs (run_id), tag TEXT NOT NULL, PRIMARY KEY (run_id, tag)
) WITHOUT ROWID;
CREATE TABLE runs (
	run_id TEXT NOT NULL, 
	manifest TEXT NOT NULL, kind TEXT NOT NULL DEFAULT 'task', scale TEXT NOT NULL DEFAULT 'percent', state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'finished')), finished_at TEXT, project TEXT NOT NULL DEFAULT 'default', created_at TEXT, 
	PRIMARY KEY (run_id)
)
 WITHOUT ROWID

;
INSERT INTO "runs" VALUES('evaluated','{"run_id":"evaluated","task":"arena","kind":"arena","scale":"1-10","models":{"judge":"stub","deep_research":"stub"},"models_served":{},"prompts":[],"scorer_version":"1","schema_version":"4","index_version":null,"data_hashes":{},"seeds":{},"git_revision":null,"settings":{},"notes":[],"facts":{},"created_at":"2024-05-01T12:00:00Z"}','arena','1-10','running',NULL,'default','2024-05-01T12:00:00.000000+00:00');
CREATE TABLE runs_being_deleted (
	run_id TEXT NOT NULL, 
	PRIMARY KEY (run_id)
);
CREATE TABLE sessions (
    token_sha256 TEXT NOT NULL PRIMARY KEY, key_sha256 TEXT NOT NULL, created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
);
CREATE TABLE slices (
    job TEXT NOT NULL REFERENCES jobs (id), first INTEGER NOT NULL, last INTEGER NOT NULL,
    claimed_by TEXT, claimed_at TEXT, heartbeat_at TEXT, attempts INTEGER NOT NULL DEFAULT 0,
    finished_at TEXT, PRIMARY KEY (job, first), CHECK (first <= last)
);
CREATE TABLE webhook_deliveries (
    id TEXT NOT NULL PRIMARY KEY, webhook TEXT NOT NULL REFERENCES webhooks (id), body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, not_before TEXT NOT NULL, delivered_at TEXT, last_error TEXT
);
CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY, project TEXT NOT NULL, url TEXT NOT NULL, secret TEXT NOT NULL,
    created_at TEXT NOT NULL
);
CREATE TABLE workers (id TEXT NOT NULL PRIMARY KEY, seen_at TEXT NOT NULL);
CREATE TRIGGER runs_refuse_delete BEFORE DELETE ON runs WHEN NOT EXISTS (SELECT 1 FROM runs_being_deleted WHERE run_id = OLD.run_id) BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER runs_refuse_replacement BEFORE INSERT ON runs WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = NEW.run_id) BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER items_refuse_delete BEFORE DELETE ON items WHEN NOT EXISTS (SELECT 1 FROM runs_being_deleted WHERE run_id = OLD.run_id) BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER items_refuse_replacement BEFORE INSERT ON items WHEN EXISTS (SELECT 1 FROM items WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE INDEX calls_by_place ON calls (run_id, case_id, system, seq);
CREATE INDEX calls_by_prompt ON calls (prompt_sha256);
CREATE INDEX calls_by_reply ON calls (reply_sha256);
CREATE INDEX pairs_by_place ON pairs (run_id, case_id, system_a, system_b, judge, "order", seq);
CREATE INDEX pairs_in_order ON pairs (run_id, seq);
CREATE INDEX ratings_by_place ON ratings (run_id, case_id, system);
CREATE INDEX jobs_by_turn ON jobs (state, priority, created_at);
CREATE INDEX jobs_by_project ON jobs (project, created_at);
CREATE INDEX jobs_by_run ON jobs (run_id);
CREATE TRIGGER items_refuse_update BEFORE UPDATE ON items BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER calls_refuse_update BEFORE UPDATE ON calls BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER calls_refuse_delete BEFORE DELETE ON calls WHEN NOT EXISTS (SELECT 1 FROM runs_being_deleted WHERE run_id = OLD.run_id) BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER pairs_refuse_update BEFORE UPDATE ON pairs BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER pairs_refuse_delete BEFORE DELETE ON pairs WHEN NOT EXISTS (SELECT 1 FROM runs_being_deleted WHERE run_id = OLD.run_id) BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER calls_refuse_replacement BEFORE INSERT ON calls WHEN EXISTS (SELECT 1 FROM calls WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER pairs_refuse_replacement BEFORE INSERT ON pairs WHEN EXISTS (SELECT 1 FROM pairs WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE TRIGGER items_refuse_finished BEFORE INSERT ON items WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = NEW.run_id AND state = 'finished') BEGIN SELECT RAISE(ABORT, 'the run is finished'); END;
CREATE TRIGGER calls_refuse_finished BEFORE INSERT ON calls WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = NEW.run_id AND state = 'finished') BEGIN SELECT RAISE(ABORT, 'the run is finished'); END;
CREATE TRIGGER pairs_refuse_finished BEFORE INSERT ON pairs WHEN EXISTS (SELECT 1 FROM runs WHERE run_id = NEW.run_id AND state = 'finished') BEGIN SELECT RAISE(ABORT, 'the run is finished'); END;
CREATE INDEX runs_by_project ON runs (project, created_at);
CREATE INDEX jobs_by_claim ON jobs (project, claimed_at);
CREATE INDEX slices_left ON slices (job, first) WHERE finished_at IS NULL;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
CREATE INDEX documents_by_job ON documents (job);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (not_before) WHERE delivered_at IS NULL
;
CREATE TRIGGER runs_refuse_update BEFORE UPDATE ON runs WHEN NOT (OLD.state = 'running' AND NEW.state = 'finished' AND NEW.finished_at IS NOT NULL AND NEW.run_id = OLD.run_id AND NEW.manifest = OLD.manifest AND NEW.kind = OLD.kind AND NEW.scale = OLD.scale) BEGIN SELECT RAISE(ABORT, 'a run store only grows'); END;
CREATE INDEX items_in_order ON items (run_id, seq);
CREATE INDEX run_models_by_model ON run_models (model, role);
CREATE INDEX latest_items_in_order ON latest_items (run_id, number, seq, status, language, system, contradicted, decided_share, error_tags, tags, score);
CREATE INDEX latest_items_by_score ON latest_items (run_id, score, number, seq, status, language, system, contradicted, decided_share, error_tags, tags);
CREATE INDEX latest_items_by_difference ON latest_items (run_id, difference, number)
    WHERE difference IS NOT NULL;
CREATE INDEX latest_items_without_score ON latest_items (run_id, status, number) WHERE status <> 'scored';
CREATE INDEX latest_items_contradicted ON latest_items (run_id, contradicted, number) WHERE contradicted > 0;
CREATE INDEX latest_items_undecided ON latest_items (run_id, decided_share, number)
    WHERE decided_share <= 0.5
;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('items',5);
COMMIT;
