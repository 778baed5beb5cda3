-- Increases the revision of all feeds, once per transaction that changes a row that a feed shows.
-- The triggers run at the end of the transaction, so that its lock on a shard is its last one,
-- which prevents deadlocks.
create or replace function bump_feed_revision() returns trigger language plpgsql as $$
declare
  transaction_id text := pg_current_xact_id()::text;
begin
  if current_setting('flipside.revised_in', true) is distinct from transaction_id then
    perform set_config('flipside.revised_in', transaction_id, true);
    update feed_revisions set revision = revision + 1 where shard = pg_backend_pid() % 32;
  end if;
  return null;
end $$;

drop trigger if exists broadcasts_bump_feed_revision on broadcasts;
create constraint trigger broadcasts_bump_feed_revision after insert or delete or update on broadcasts
  deferrable initially deferred for each row execute function bump_feed_revision();

-- A mention ends with the account of its member.
drop trigger if exists broadcast_mentions_bump_feed_revision on broadcast_mentions;
create constraint trigger broadcast_mentions_bump_feed_revision after insert or delete on broadcast_mentions
  deferrable initially deferred for each row execute function bump_feed_revision();

drop trigger if exists likes_bump_feed_revision on likes;
create constraint trigger likes_bump_feed_revision after insert or delete on likes
  deferrable initially deferred for each row execute function bump_feed_revision();

drop trigger if exists members_bump_feed_revision on members;
create constraint trigger members_bump_feed_revision after update of name, picture_url, is_private, deleted_at on members
  deferrable initially deferred for each row execute function bump_feed_revision();

drop trigger if exists follows_bump_feed_revision on follows;
create constraint trigger follows_bump_feed_revision after insert or delete on follows
  deferrable initially deferred for each row execute function bump_feed_revision();

drop trigger if exists blocks_bump_feed_revision on blocks;
create constraint trigger blocks_bump_feed_revision after insert or delete on blocks
  deferrable initially deferred for each row execute function bump_feed_revision();

drop trigger if exists mutes_bump_feed_revision on mutes;
create constraint trigger mutes_bump_feed_revision after insert or delete on mutes
  deferrable initially deferred for each row execute function bump_feed_revision();

drop trigger if exists tracks_bump_feed_revision on tracks;
create constraint trigger tracks_bump_feed_revision after update of title, artist_id on tracks
  deferrable initially deferred for each row execute function bump_feed_revision();

drop trigger if exists artists_bump_feed_revision on artists;
create constraint trigger artists_bump_feed_revision after update of name on artists
  deferrable initially deferred for each row execute function bump_feed_revision();
