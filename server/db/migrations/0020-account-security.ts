import { type Kysely, sql } from 'kysely'
import { nameSkeleton } from '#server/db/name-skeleton.ts'
import type { Migration } from './migration.ts'

const TABLES = `
alter table sessions add column id bigint generated always as identity;
alter table sessions add column device text not null default '' check (length(device) <= 100);
alter table sessions add column last_used_at timestamptz;
update sessions set last_used_at = renewed_at;
alter table sessions alter column last_used_at set not null;
alter table sessions alter column last_used_at set default now();
create unique index sessions_by_id on sessions (id);

create table known_addresses (
  member_id bigint not null references members on delete cascade,
  address_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (member_id, address_hash)
);
create index known_addresses_by_age on known_addresses (last_used_at);

alter table members add column name_skeleton text;
`
const INDEX = 'create index members_by_skeleton on members (name_skeleton)'
const PAGE = 5000

/** Adds sessions that can be listed, known addresses, and the skeletons of confusable names. */
export const accountSecurityMigration: Migration = {
  number: 20,
  name: 'account-security',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
    await setSkeletons(db)
    await sql.raw(INDEX).execute(db)
  },
}

async function setSkeletons(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from members where id > ${after} order by id limit ${PAGE}`.execute(db)
    const ids = rows.map((row) => row.id)
    const skeletons = rows.map((row) => nameSkeleton(row.name))
    await sql`update members set name_skeleton = skeleton
      from unnest(${ids}::bigint[], ${skeletons}::text[]) as found (member_id, skeleton) where id = member_id`.execute(
      db,
    )
    if (rows.length < PAGE) return
    after = ids.at(-1) ?? after
  }
}
