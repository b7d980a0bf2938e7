CREATE TABLE campaigns (
	id VARCHAR NOT NULL,
	name VARCHAR NOT NULL,
	deleted BOOLEAN NOT NULL,
	head INTEGER,
	head_sum INTEGER,
	PRIMARY KEY (id)
);
CREATE TABLE portraits (
	id VARCHAR NOT NULL,
	picture BLOB NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE changes (
	id INTEGER NOT NULL,
	campaign_id VARCHAR NOT NULL,
	kind VARCHAR NOT NULL,
	facts VARCHAR NOT NULL,
	at VARCHAR NOT NULL,
	sum INTEGER,
	PRIMARY KEY (id),
	FOREIGN KEY(campaign_id) REFERENCES campaigns (id)
);
CREATE INDEX ix_changes_campaign_id ON changes (campaign_id);
CREATE TABLE games (
	id VARCHAR NOT NULL,
	campaign_id VARCHAR NOT NULL,
	number INTEGER NOT NULL,
	encounter VARCHAR NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(campaign_id) REFERENCES campaigns (id)
);
CREATE INDEX ix_games_campaign_id ON games (campaign_id);
CREATE TABLE groups (
	id VARCHAR NOT NULL,
	campaign_id VARCHAR NOT NULL,
	name VARCHAR NOT NULL,
	leader VARCHAR NOT NULL,
	refuge VARCHAR NOT NULL,
	size INTEGER NOT NULL,
	points INTEGER NOT NULL,
	present BOOLEAN NOT NULL,
	head INTEGER,
	head_sum INTEGER,
	PRIMARY KEY (id),
	FOREIGN KEY(campaign_id) REFERENCES campaigns (id)
);
CREATE INDEX ix_groups_campaign_id ON groups (campaign_id);
CREATE TABLE sessions (
	id VARCHAR NOT NULL,
	campaign_id VARCHAR,
	game VARCHAR NOT NULL,
	facts VARCHAR NOT NULL,
	start BLOB NOT NULL,
	rulebook VARCHAR NOT NULL,
	switches VARCHAR NOT NULL,
	help VARCHAR NOT NULL,
	head INTEGER,
	ended VARCHAR NOT NULL,
	record VARCHAR NOT NULL,
	deleted BOOLEAN NOT NULL,
	at VARCHAR NOT NULL,
	sum INTEGER,
	head_sum INTEGER,
	PRIMARY KEY (id),
	FOREIGN KEY(campaign_id) REFERENCES campaigns (id)
);
CREATE INDEX ix_sessions_campaign_id ON sessions (campaign_id);
CREATE TABLE characters (
	group_id VARCHAR NOT NULL,
	id VARCHAR NOT NULL,
	position INTEGER NOT NULL,
	name VARCHAR NOT NULL,
	type VARCHAR NOT NULL,
	keyword VARCHAR NOT NULL,
	level INTEGER NOT NULL,
	experience INTEGER NOT NULL,
	status VARCHAR NOT NULL,
	PRIMARY KEY (group_id, id),
	FOREIGN KEY(group_id) REFERENCES groups (id)
);
CREATE TABLE events (
	id INTEGER NOT NULL,
	session_id VARCHAR NOT NULL,
	parent_id INTEGER,
	event VARCHAR NOT NULL,
	at VARCHAR NOT NULL,
	sum INTEGER,
	PRIMARY KEY (id),
	FOREIGN KEY(session_id) REFERENCES sessions (id),
	FOREIGN KEY(parent_id) REFERENCES events (id)
);
CREATE INDEX ix_events_chain ON events (session_id, parent_id);
CREATE TABLE items (
	group_id VARCHAR NOT NULL,
	id VARCHAR NOT NULL,
	position INTEGER NOT NULL,
	"key" VARCHAR NOT NULL,
	character_id VARCHAR NOT NULL,
	attached_to VARCHAR NOT NULL,
	modified BOOLEAN NOT NULL,
	PRIMARY KEY (group_id, id),
	FOREIGN KEY(group_id) REFERENCES groups (id)
);
CREATE TABLE perks (
	group_id VARCHAR NOT NULL,
	id VARCHAR NOT NULL,
	position INTEGER NOT NULL,
	"key" VARCHAR NOT NULL,
	PRIMARY KEY (group_id, id),
	FOREIGN KEY(group_id) REFERENCES groups (id)
);
CREATE TABLE prints (
	group_id VARCHAR NOT NULL,
	choice VARCHAR NOT NULL,
	cards VARCHAR NOT NULL,
	sum INTEGER,
	PRIMARY KEY (group_id),
	FOREIGN KEY(group_id) REFERENCES groups (id)
);
CREATE TABLE revisions (
	id INTEGER NOT NULL,
	change_id INTEGER NOT NULL,
	campaign_id VARCHAR NOT NULL,
	group_id VARCHAR,
	parent_id INTEGER,
	document BLOB NOT NULL,
	figures VARCHAR NOT NULL,
	sum INTEGER,
	PRIMARY KEY (id),
	FOREIGN KEY(change_id) REFERENCES changes (id),
	FOREIGN KEY(campaign_id) REFERENCES campaigns (id),
	FOREIGN KEY(group_id) REFERENCES groups (id),
	FOREIGN KEY(parent_id) REFERENCES revisions (id)
);
CREATE INDEX ix_revisions_change_id ON revisions (change_id);
CREATE INDEX ix_revisions_parent_id ON revisions (parent_id);
CREATE INDEX ix_revisions_subject ON revisions (campaign_id, group_id);
CREATE TABLE sequences (
	id VARCHAR NOT NULL,
	campaign_id VARCHAR NOT NULL,
	group_id VARCHAR NOT NULL,
	game_id VARCHAR NOT NULL,
	base INTEGER NOT NULL,
	rulebook VARCHAR NOT NULL,
	switches VARCHAR NOT NULL,
	head INTEGER,
	finished INTEGER,
	at VARCHAR NOT NULL,
	sum INTEGER,
	head_sum INTEGER,
	PRIMARY KEY (id),
	FOREIGN KEY(campaign_id) REFERENCES campaigns (id),
	FOREIGN KEY(group_id) REFERENCES groups (id),
	FOREIGN KEY(base) REFERENCES revisions (id)
);
CREATE INDEX ix_sequences_campaign_id ON sequences (campaign_id);
CREATE INDEX ix_sequences_group_id ON sequences (group_id);
CREATE TABLE answers (
	id INTEGER NOT NULL,
	sequence_id VARCHAR NOT NULL,
	parent_id INTEGER,
	"key" VARCHAR NOT NULL,
	value VARCHAR,
	how VARCHAR NOT NULL,
	who VARCHAR NOT NULL,
	at VARCHAR NOT NULL,
	sum INTEGER,
	PRIMARY KEY (id),
	FOREIGN KEY(sequence_id) REFERENCES sequences (id),
	FOREIGN KEY(parent_id) REFERENCES answers (id)
);
CREATE INDEX ix_answers_sequence_id ON answers (sequence_id);
