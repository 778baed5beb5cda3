import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import type { TimestampNow } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

export interface BroadcastsTable {
  /** Ordered newest first by id; ids are assigned before commits, so a poll may see 2 before 1. */
  id: Generated<number>
  author_id: number
  /** `Track` or `Activity`. */
  type: string
  title: string
  body: Generated<string>
  /** Not null for type Track. */
  track_id: number | null
  /** The member a post of System is about, so that it is hidden and deleted with the member. */
  about_member_id: number | null
  about_other_id: number | null
  /** The swap that a post of System is about; since migration 7. */
  about_swap_id: Generated<number | null>
  /** Returned to the author only. */
  client_id: string | null
  /** Equals the number of its likes. */
  likes: Generated<number>
  /** Hidden by an admin: visible to its author only. Since migration 30. */
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Equals the number of its replies that are not hidden. Since migration 42. */
  replies: Generated<number>
  /** When its caption was edited last. Since migration 42. */
  edited_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: TimestampNow
}

export interface LikesTable {
  broadcast_id: number
  member_id: number
  created_at: TimestampNow
}

export interface BroadcastsTables {
  broadcasts: BroadcastsTable
  likes: LikesTable
}

const TABLES = `
create table broadcasts (
  id bigint generated always as identity primary key,
  author_id bigint not null references members on delete cascade,
  type text not null check (type in ('Track', 'Activity')),
  title text not null,
  body text not null default '',
  track_id bigint references tracks,
  about_member_id bigint references members on delete cascade,
  about_other_id bigint references members on delete cascade,
  client_id uuid,
  likes integer not null default 0 check (likes >= 0),
  created_at timestamptz not null default now(),
  check ((type = 'Track') = (track_id is not null)),
  unique (author_id, client_id)
);
create index broadcasts_by_author on broadcasts (author_id, id desc);
create index broadcasts_by_author_and_likes on broadcasts (author_id, likes desc, id desc) where type = 'Track';
create index broadcasts_by_subject on broadcasts (about_member_id) where about_member_id is not null;
create index broadcasts_by_other_subject on broadcasts (about_other_id) where about_other_id is not null;

create table likes (
  broadcast_id bigint not null references broadcasts on delete cascade,
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (broadcast_id, member_id)
);
create index likes_by_member on likes (member_id, broadcast_id);
`

export const broadcastsMigration: Migration = {
  number: 3,
  name: 'broadcasts',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
