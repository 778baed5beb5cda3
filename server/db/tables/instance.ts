import type { ColumnType, Generated } from 'kysely'
import type { Timestamp, TimestampNow } from './columns.ts'

/** The instance's settings: one row. */
interface InstanceTable {
  only_row: Generated<boolean>
  name: string
  about: string
  rules: string
  privacy: string
  contact: string
  sign_up: 'open' | 'invited' | 'closed'
  members_invite: boolean
  /** Null: the environment's limit (`RATE_LIMIT_STRANGERS`). */
  strangers_per_day: number | null
}

interface InvitationsTable {
  id: Generated<number>
  /** Null: the command line. */
  inviter_id: number | null
  /** The code's SHA-256 hash. */
  code_hash: Buffer
  uses: Generated<number>
  max_uses: number
  created_at: TimestampNow
  expires_at: ColumnType<Date, Date | string, Date | string>
  revoked_at: Timestamp | null
}

/** The invitation that a member has joined by. */
interface InvitedMembersTable {
  member_id: number
  invitation_id: number
}

export interface InstanceTables {
  instance: InstanceTable
  invitations: InvitationsTable
  invited_members: InvitedMembersTable
}
