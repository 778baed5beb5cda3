import type { TimestampNow } from './columns.ts'

/** At most one row: this database contains a demo community generated from this seed. */
interface DemoCommunityTable {
  is_only: boolean
  seed: number
  seeded_at: TimestampNow
}

/** The fictional members, for which a job creates activity. */
interface DemoMembersTable {
  member_id: number
  /** Index in the seed's catalogue. */
  number: number
}

export interface DemoTables {
  demo_community: DemoCommunityTable
  demo_members: DemoMembersTable
}
