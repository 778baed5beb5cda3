/**
 * What a screen looked like when its history entry was left: how far it was scrolled, and numbers that its lists need to render as
 * they were, such as the heights of rows. Back, forward and a reload restore from it.
 */
import { useEffect, useRef } from 'react'

/** How far a screen is scrolled, in px, and the first row in sight: its `data-row`, and how far below the top of the window it is. */
export interface Place {
  readonly y: number
  readonly row?: { readonly key: string; readonly top: number } | undefined
}

interface EntryState extends Place {
  readonly lists: Readonly<Record<string, readonly number[]>>
}

/** sessionStorage: of one tab, gone with it. The wipe of a sign-out removes it. */
const KEY = 'flipside_entries'
const MOST_ENTRIES = 30
/** Per list; a longer one renders with estimated heights. */
const MOST_NUMBERS = 4000

const readers = new Map<string, () => readonly number[]>()
let entries: Map<string, EntryState> | undefined

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((number) => Number.isFinite(number))

function parseEntry([key, value]: [string, unknown]): [string, EntryState][] {
  const { y, row, lists } = (value ?? {}) as { y?: unknown; row?: Partial<Place['row']>; lists?: object } // checked below
  if (typeof y !== 'number' || !Number.isFinite(y) || !lists) return []
  const { key: name, top } = row ?? {}
  const place = typeof name === 'string' && typeof top === 'number' ? { y, row: { key: name, top } } : { y }
  return [[key, { ...place, lists: Object.fromEntries(Object.entries(lists).filter(([, list]) => isNumbers(list))) }]]
}

function presentPlace(): Place {
  const y = Math.round(scrollY)
  if (y === 0) return { y }
  for (const row of document.querySelectorAll<HTMLElement>('main [data-row]')) {
    const { top } = row.getBoundingClientRect()
    if (top >= 0 && top < innerHeight) return { y, row: { key: row.dataset['row'] ?? '', top } }
  }
  return { y }
}

function readEntries(): Map<string, EntryState> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return new Map(Object.entries(stored ?? {}).flatMap(parseEntry))
  } catch {
    return new Map() // forbidden, or not ours
  }
}

/** The router's key of the present history entry, which a reload keeps; the address where another script made the entry. */
function presentEntry(): string {
  const state = history.state as { __TSR_key?: string } | null // the router writes it
  return state?.__TSR_key ?? location.pathname + location.search
}

/** Notes how the screen looks, before it is left for another entry. */
export function noteEntry(key: string = presentEntry()): void {
  entries ??= readEntries()
  const lists = [...readers].flatMap(([name, read]) => {
    const numbers = read()
    return numbers.length > MOST_NUMBERS ? [] : [[name, numbers] as const]
  })
  entries.delete(key)
  entries.set(key, { ...presentPlace(), lists: Object.fromEntries(lists) })
  const oldest = entries.keys().next()
  if (entries.size > MOST_ENTRIES && !oldest.done) entries.delete(oldest.value)
}

/** Stores what was noted, for a reload of the tab. A storage that is full or forbidden stores nothing. */
export function storeEntries(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries ?? [])))
  } catch {
    // A reload then starts at the top.
  }
}

/** Forgets all entries: they belong to a member. */
export function forgetEntries(): void {
  entries = new Map()
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Forbidden: then nothing is stored either.
  }
}

function readPresent(): EntryState | undefined {
  entries ??= readEntries()
  return entries.get(presentEntry())
}

/** How the present entry was scrolled when it was left; undefined for a new entry. */
export const readEntryPlace = (): Place | undefined => readPresent()

/** What a list of the present entry noted when it was left; undefined for a new entry. */
export const readEntryList = (name: string): readonly number[] | undefined => readPresent()?.lists[name]

/** Notes a list's numbers whenever its entry is left. `name` is unique on a screen. */
export function useEntryList(name: string, read: () => readonly number[]): void {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    readers.set(name, () => latest.current())
    return () => void readers.delete(name)
  }, [name])
}
