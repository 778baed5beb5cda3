import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as registry from '#contract/storage-names.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const REGISTRY = 'contract/storage-names.ts'
const THIS = 'tests/house/storage-names.test.ts'
const FOLDERS = ['contract', 'src', 'sw', 'server', 'build', 'bench', 'scripts', 'tests']
/** The folders with code that runs on a device. */
const ON_DEVICE = /^(?:contract|src|sw)\/(?!.*\.test\.tsx?$)/

/** A name; for a function the part before its argument. */
const names = Object.values(registry).map((name) => (typeof name === 'string' ? name : name('x').replace(/x$/, '')))
const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** A quoted text that is a name or begins with one that takes an argument. */
const NAMED = new RegExp(
  `['"\`](?:${names.map((name) => escape(name) + (name.endsWith('-') ? '' : `['"\`]`)).join('|')})`,
  'g',
)
/** A call that stores or opens something under a quoted name. */
const CALLED =
  /(?:(?:local|session)Storage\.\w+Item|caches\.(?:open|has|delete)|indexedDB\.(?:open|deleteDatabase)|new BroadcastChannel|locks\.request|objectStore|openKeyValueStore|createDeviceSetting)\(\s*['"`][^'"`]*/g
/** Any other name in the form that this app's names have. */
const UNKNOWN = /['"`]flipside_\w*/g

const COMMENT = /^\s*(?:\*|\/\*|\/\/).*$/gm
/** Temporary folder names, which may begin alike. */
const FOLDER = /mkdtempSync\(.*$/gm

/** Returns a name's uses outside the registry, comments and folders aside. */
function violations(file: string, source: string): string[] {
  const text = source.replaceAll(COMMENT, '').replaceAll(FOLDER, '')
  const patterns = ON_DEVICE.test(file) ? [NAMED, CALLED, UNKNOWN] : [NAMED]
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => `${file}: ${found}`))
}

async function sources(): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    FOLDERS.map(async (folder) => {
      const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    }),
  )
  const files = ['index.html', ...found.flat()].filter((file) => file !== REGISTRY && file !== THIS)
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(ROOT, file), 'utf8')] as const)),
  )
}

test('no file but the registry contains a name of stored data, a channel, a lock or a cookie', async () => {
  const all = await sources()
  expect(all.size).toBeGreaterThan(900)
  expect([...all].flatMap(([file, text]) => violations(file, text))).toEqual([])
})

test('the IndexedDB layer alone uses indexedDB', async () => {
  const users = [...(await sources())].flatMap(([file, text]) =>
    ON_DEVICE.test(file) && /\bindexedDB\b/.test(text.replaceAll(COMMENT, '')) ? [file] : [],
  )
  expect(users).toEqual(['src/offline/device/idb.ts'])
})

test.each([
  ['src/x.ts', "localStorage.getItem('theme')"],
  ['src/x.ts', "const KEY = 'flipside_new'"],
  ['src/x.ts', "const KEY = 'bc_user'"],
  ['sw/x.ts', 'caches.open(`pictures`)'],
  ['sw/x.ts', "new BroadcastChannel('news')"],
  ['src/x.ts', "navigator.locks.request('work', run)"],
  ['tests/x.ts', 'indexedDB.open(`flipside-outbox-${member}`)'],
  ['server/x.ts', "const name = '__Host-flipside_session'"],
  ['tests/e2e/x.spec.ts', "localStorage.getItem('track_swap_id')"],
])('finds a name in %s: %s', (file, text) => {
  expect(violations(file, text)).not.toEqual([])
})

test('the names are those that installed apps hold data under', () => {
  expect(names.toSorted()).toEqual([
    '__Host-flipside_session',
    '__Host-flipside_sign_in',
    'bc_user',
    'flipside-avatars',
    'flipside-cache-',
    'flipside-device',
    'flipside-device',
    'flipside-download-',
    'flipside-drain-',
    'flipside-feed-',
    'flipside-outbox',
    'flipside-outbox-',
    'flipside-outbox-',
    'flipside-player',
    'flipside-pushed',
    'flipside-shell-',
    'flipside-shell-',
    'flipside-songs',
    'flipside_chunk_reload',
    'flipside_downloads',
    'flipside_entries',
    'flipside_feed',
    'flipside_feed_seen',
    'flipside_first_paint',
    'flipside_first_screen',
    'flipside_heard_tracks',
    'flipside_history_card',
    'flipside_install',
    'flipside_listen_service',
    'flipside_notification_offer',
    'flipside_player_place',
    'flipside_playing',
    'flipside_push_endpoint',
    'flipside_recent_searches',
    'flipside_rev',
    'flipside_service_players',
    'flipside_session',
    'flipside_sign_in',
    'flipside_storage_request',
    'flipside_system_posts',
    'flipside_theme',
    'keyval',
    'pending_swap_id',
    'should_fetch_new_match',
    'track_swap_id',
    'track_swap_matched_user',
    'track_swap_selected_track',
  ])
  expect(registry.outboxDatabase('Åda')).toBe('flipside-outbox-åda')
  expect(registry.cacheDatabase('Ada')).toBe('flipside-cache-ada')
  expect(registry.cacheDatabase(null)).toBe('flipside-cache-')
  expect(registry.shellCache('1f')).toBe('flipside-shell-1f')
  expect(registry.outboxChannel('Ada')).toBe('flipside-outbox-ada')
  expect(registry.drainLock('ada')).toBe('flipside-drain-ada')
})

test("the table of ARCHITECTURE.md contains every name, and signing out deletes a member's data", async () => {
  const [table, source, wipe] = await Promise.all(
    ['ARCHITECTURE.md', REGISTRY, 'src/cache/wipe.ts'].map((file) => readFile(join(ROOT, file), 'utf8')),
  )
  expect(names.filter((name) => !table?.includes(`\`${name}`))).toEqual([])
  const ofMembers = [...(source ?? '').matchAll(/Lifetime: (?:tab, )?member\.\s*(?:\*\/)?\s*export const (\w+)/g)]
  expect(ofMembers.length).toBeGreaterThan(10)
  // Deleted by functions in the modules that own them.
  const byOwners = ['ENTRIES_KEY', 'feedCache']
  const left = ofMembers.flatMap(([, name = '']) => (wipe?.includes(name) || byOwners.includes(name) ? [] : [name]))
  expect(left).toEqual([])
})
