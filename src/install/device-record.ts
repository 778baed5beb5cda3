import { useSyncExternalStore } from 'react'
import { type InstallRecord, parseRecord } from './record.ts'

const KEY = 'flipside_install'
const watchers = new Set<() => void>()
let record: InstallRecord | undefined

/** What this device remembers; where nothing may be stored (private modes) it lasts until the page is left. */
export function deviceRecord(): InstallRecord {
  record ??= parseRecord(stored())
  return record
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Remembers more, and tells whoever watches. */
export function remember(more: InstallRecord): void {
  record = { ...deviceRecord(), ...more }
  try {
    localStorage.setItem(KEY, JSON.stringify(record))
  } catch {
    console.warn('This device cannot remember the answer about installing.')
  }
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** The record, following its changes. */
export const useDeviceRecord = (): InstallRecord => useSyncExternalStore(watch, deviceRecord)
