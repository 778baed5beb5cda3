-- Drops the folded names from the inbox: aggregation folds the names itself, as imports do.

alter table scrobble_inbox drop column artist_key, drop column title_key;
