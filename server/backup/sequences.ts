import pg from 'pg'

/** A sequence's state: ids that were assigned are never assigned again, deleted rows included. */
export interface SequenceState {
  readonly name: string
  /** A 64-bit number. */
  readonly value: string
  /** Whether `value` is assigned already; else it is the next one. */
  readonly is_called: boolean
}

const SEQUENCES = `
select c.relname as name from pg_class c
where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
order by c.relname collate "C"`

async function listSequences(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(SEQUENCES)
  return rows.map((row) => row.name)
}

/**
 * Reads all sequences. Sequences are outside transactions: read after a snapshot was taken, they
 * are at or beyond every id in it.
 */
export async function readSequences(client: pg.Client): Promise<readonly SequenceState[]> {
  const states: SequenceState[] = []
  for (const name of await listSequences(client)) {
    const { rows } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${pg.escapeIdentifier(name)}`,
    )
    for (const row of rows) states.push({ name, ...row })
  }
  return states
}

/**
 * Devices have responses and queued actions from the time after the backup. The ids and revisions
 * from that time are skipped: otherwise a queued like would apply to another broadcast.
 */
export const SKIPPED = 1_000_000

/** Sets the sequences that the schema has, `SKIPPED` values ahead, or to their last value. */
export async function setSequences(client: pg.Client, states: readonly SequenceState[]): Promise<void> {
  const known = new Set(await listSequences(client))
  for (const { name, value, is_called } of states) {
    if (!known.has(name)) continue
    await client.query(
      `select setval(seqrelid, least($2::numeric + $3, seqmax)::bigint, $4) from pg_sequence
       where seqrelid = $1::regclass`,
      [pg.escapeIdentifier(name), value, SKIPPED, is_called],
    )
  }
}
