/**
 * The names under which the app stores data on a device, and its channel, lock and cookie names. No
 * other file contains such a name (`tests/house/storage-names.test.ts`). Installed apps hold data
 * under them: a value must never change, and a new one is also added to the table in
 * ARCHITECTURE.md, with its owner, and to `src/cache/wipe.ts` if it is a member's data.
 *
 * Lifetimes: `member`, until the member signs out; `device`, until the browser's data is deleted;
 * `tab`, until the tab closes. The constants are separate exports, so that a bundle contains only
 * those it uses.
 */
import { nameKey } from './accounts/names.ts'

// localStorage

/** The signed-in member, as `{ username }`: a spec key. Lifetime: member. */
export const MEMBER_KEY = 'bc_user'
/** The next swap's matched member: a spec key. Lifetime: member. */
export const SWAP_MATCH_KEY = 'track_swap_matched_user'
/** The id of the swap from match and track: a spec key. Lifetime: member. */
export const SWAP_ID_KEY = 'track_swap_id'
/** Whether the battle requests a new match: a spec key. Lifetime: member. */
export const NEW_MATCH_KEY = 'should_fetch_new_match'
/** The id of the swap opened from the history: a spec key. Lifetime: member. */
export const PENDING_SWAP_KEY = 'pending_swap_id'
/** The next swap's track: a spec key. Lifetime: member. */
export const SWAP_TRACK_KEY = 'track_swap_selected_track'
/** Written by versions before 28 November 2026; only deleted. Lifetime: member. */
export const FIRST_PAINT_KEY = 'flipside_first_paint'
/** The newest broadcasts, as HTML for the boot script. Lifetime: member. */
export const FIRST_SCREEN_KEY = 'flipside_first_screen'
/** The member with a hidden listening history card: after a choice or with listens. Lifetime: member. */
export const HISTORY_CARD_KEY = 'flipside_history_card'
/** Written by versions before 24 November 2026; only deleted. Lifetime: member. */
export const REVISION_KEY = 'flipside_rev'
/** The latest searches. Lifetime: member. */
export const RECENT_SEARCHES_KEY = 'flipside_recent_searches'
/** The latest tracks that were opened or played here, or are known: they can be rated. Lifetime: member. */
export const HEARD_TRACKS_KEY = 'flipside_heard_tracks'
/** The list of the player, and the place in its song. Lifetime: member. */
export const PLAYER_KEY = 'flipside_player_place'
/** The theme: `dark` or `light`; absent for the system's. Lifetime: device. */
export const THEME_KEY = 'flipside_theme'
/** The endpoint for the notification subscription, while they are on here. Lifetime: member. */
export const PUSH_ENDPOINT_KEY = 'flipside_push_endpoint'
/** When the member decided on the notification offer: it is made once. Lifetime: device. */
export const NOTIFICATION_OFFER_KEY = 'flipside_notification_offer'
/** When the card that offers installation was dismissed. Lifetime: device. */
export const INSTALL_KEY = 'flipside_install'
/** The music service in which tracks open. Lifetime: device. */
export const LISTEN_SERVICE_KEY = 'flipside_listen_service'
/** The music services with players in the page: `spotify=on youtube=ask`. Lifetime: device. */
export const SERVICE_PLAYERS_KEY = 'flipside_service_players'
/** Whether posts by System are hidden. Lifetime: device. */
export const SYSTEM_POSTS_KEY = 'flipside_system_posts'
/** Which feed is shown: `following`; absent for everyone's. Lifetime: device. */
export const FEED_KEY = 'flipside_feed'
/** The newest broadcast id that the feed has shown. Lifetime: device. */
export const FEED_SEEN_KEY = 'flipside_feed_seen'
/** Set if followed members played tracks when the feed was last shown. Lifetime: device. */
export const PLAYING_KEY = 'flipside_playing'
/** Whether persistent storage was requested without a press (prompt in Firefox). Lifetime: device. */
export const STORAGE_REQUEST_KEY = 'flipside_storage_request'
/** The sizes of downloads and stored songs, and the consent to mobile data. Lifetime: device. */
export const DOWNLOADS_KEY = 'flipside_downloads'

// sessionStorage

/** The scroll position, row heights and page cursors for history entries. Lifetime: tab, member. */
export const ENTRIES_KEY = 'flipside_entries'
/** When the tab reloaded for a missing chunk. Lifetime: tab. */
export const CHUNK_RELOAD_KEY = 'flipside_chunk_reload'

// IndexedDB

/** The signed-in member, the generation and a pending logout. Lifetime: device. */
export const DEVICE_DATABASE = 'flipside-device'
/** Returns the database for a member's actions and drafts. Lifetime: until they are sent. */
export const outboxDatabase = (member: string): string => `flipside-outbox-${nameKey(member)}`
/** Returns the database with a member's responses; null is a visitor. Lifetime: member. */
export const cacheDatabase = (member: string | null): string =>
  `flipside-cache-${member === null ? '' : nameKey(member)}`
/** The only object store in each database. */
export const OBJECT_STORE = 'keyval'

// Cache Storage. Workbox names the precache by itself.

/** Member pictures. Lifetime: member. */
export const AVATAR_CACHE = 'flipside-avatars'
/** Songs from the member's own library and their covers, by their paths. Lifetime: member. */
export const SONG_CACHE = 'flipside-songs'
/** The prefix of feed caches, which earlier builds wrote. Lifetime: member. */
export const FEED_CACHES = 'flipside-feed-'
/** The prefix of `shellCache` names. */
export const SHELL_CACHES = 'flipside-shell-'
/** Returns the cache for a version's shell. Lifetime: until another version takes over. */
export const shellCache = (version: string | undefined): string => `${SHELL_CACHES}${version}`

// BroadcastChannel, Web Locks, Background Sync

/** Announces sign-ins and sign-outs to other tabs. */
export const DEVICE_CHANNEL = 'flipside-device'
/** Returns the channel that announces changes to a member's outbox to tabs and worker. */
export const outboxChannel = (member: string): string => `flipside-outbox-${nameKey(member)}`
/** Announces pushes that the worker has received to the pages. */
export const PUSHED_CHANNEL = 'flipside-pushed'
/** Announces that a tab plays a song: the others pause. */
export const PLAYER_CHANNEL = 'flipside-player'
/** Returns the lock under which a member's outbox is sent. `memberKey` is the name's key. */
export const drainLock = (memberKey: string): string => `flipside-drain-${memberKey}`
/** Returns the lock under which one tab downloads for offline use. `memberKey` is the name's key. */
export const downloadLock = (memberKey: string): string => `flipside-download-${memberKey}`
/** The Background Sync registration's tag: the page registers it, the worker handles it. */
export const SYNC_TAG = 'flipside-outbox'

// Cookies

/** The session's token over http. Lifetime: until the session ends or expires. */
export const SESSION_COOKIE = 'flipside_session'
/** The same over https: the prefix binds it to this host. */
export const SECURE_SESSION_COOKIE = '__Host-flipside_session'
/** The secret for a sign-in at the provider over http, and over https. Lifetime: 30 minutes. */
export const SIGN_IN_COOKIE = 'flipside_sign_in'
export const SECURE_SIGN_IN_COOKIE = '__Host-flipside_sign_in'
