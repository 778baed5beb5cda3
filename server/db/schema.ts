import type { AccountsTables } from './tables/accounts.ts'
import type { ActivityTables } from './tables/activity.ts'
import type { BroadcastsTables } from './tables/broadcasts.ts'
import type { CatalogueTables } from './tables/catalogue.ts'
import type { DemoTables } from './tables/demo.ts'
import type { HttpTables } from './tables/http.ts'
import type { InstanceTables } from './tables/instance.ts'
import type { ListenChangesTables } from './tables/listen-changes.ts'
import type { ListeningTables } from './tables/listening.ts'
import type { MessagesTables } from './tables/messages.ts'
import type { ModerationTables } from './tables/moderation.ts'
import type { MusicServicesTables } from './tables/music-services.ts'
import type { NotificationsTables } from './tables/notifications.ts'
import type { QueueTables } from './tables/queue.ts'
import type { RecapsTables } from './tables/recaps.ts'
import type { ScrobblingTables } from './tables/scrobbling.ts'
import type { SwapsTables } from './tables/swaps.ts'
import type { TasteTables } from './tables/taste.ts'

/** All tables, as the newest migration leaves them. */
export interface Database
  extends AccountsTables,
    ActivityTables,
    BroadcastsTables,
    DemoTables,
    HttpTables,
    InstanceTables,
    CatalogueTables,
    ListenChangesTables,
    ListeningTables,
    MessagesTables,
    ModerationTables,
    ScrobblingTables,
    MusicServicesTables,
    NotificationsTables,
    QueueTables,
    RecapsTables,
    SwapsTables,
    TasteTables {}
