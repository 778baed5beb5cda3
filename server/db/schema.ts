import type { AccountsTables } from './migrations/0001-accounts.ts'
import type { ListeningTables } from './migrations/0002-listening.ts'
import type { BroadcastsTables } from './migrations/0003-broadcasts.ts'
import type { DemoTables } from './migrations/0006-demo.ts'
import type { PeopleTables } from './migrations/0007-people.ts'
import type { TasteTables } from './migrations/0008-taste.ts'
import type { ImportsTables } from './migrations/0010-imports.ts'
import type { IdentitiesTables } from './migrations/0011-identities.ts'
import type { OwnershipTables } from './migrations/0012-ownership.ts'
import type { ScrobblingTables } from './migrations/0013-scrobbling.ts'
import type { ServicesTables } from './migrations/0014-services.ts'
import type { ScrobbleInboxTables } from './migrations/0019-scrobble-inbox.ts'
import type { AccountSecurityTables } from './migrations/0020-account-security.ts'
import type { DeletedBroadcastsTables } from './migrations/0023-deleted-broadcasts.ts'
import type { JobQueueTables } from './migrations/0027-job-queue.ts'
import type { ModerationTables } from './migrations/0030-moderation.ts'
import type { MailTables } from './migrations/0031-mail.ts'
import type { PasskeysTables } from './migrations/0032-passkeys.ts'
import type { SingleSignOnTables } from './migrations/0033-single-sign-on.ts'
import type { ListenDetailsTables } from './migrations/0034-listen-details.ts'
import type { ListenChangesTables } from './migrations/0035-listen-changes.ts'
import type { RelayTables } from './migrations/0036-relays.ts'
import type { TrackFeedbackTables } from './migrations/0037-track-feedback.ts'
import type { CoversTables } from './migrations/0038-covers.ts'
import type { ChartsTables } from './migrations/0039-charts.ts'
import type { FollowedAccountsTables } from './migrations/0040-followed-accounts.ts'
import type { NotificationTables } from './migrations/0041-notifications.ts'
import type { RepliesTables } from './migrations/0042-replies.ts'
import type { MessageChangesTables } from './migrations/0043-message-changes.ts'
import type { RecapsTables } from './migrations/0046-recaps.ts'
import type { SwapTextsTables } from './migrations/0053-swap-texts.ts'
import type { HardeningTables } from './migrations/0059-hardening.ts'
import type { CaptionMentionsTables } from './migrations/0060-caption-mentions.ts'

/**
 * All tables, as the newest migration leaves them. The file of a migration declares the types of
 * its tables.
 */
export interface Database
  extends AccountsTables,
    ListeningTables,
    BroadcastsTables,
    MessageChangesTables,
    SwapTextsTables,
    DemoTables,
    PeopleTables,
    TasteTables,
    ImportsTables,
    IdentitiesTables,
    OwnershipTables,
    ScrobblingTables,
    ServicesTables,
    ScrobbleInboxTables,
    AccountSecurityTables,
    DeletedBroadcastsTables,
    JobQueueTables,
    ModerationTables,
    MailTables,
    PasskeysTables,
    SingleSignOnTables,
    ListenDetailsTables,
    ListenChangesTables,
    ChartsTables,
    TrackFeedbackTables,
    CoversTables,
    RelayTables,
    RecapsTables,
    FollowedAccountsTables,
    NotificationTables,
    HardeningTables,
    CaptionMentionsTables,
    RepliesTables {}
