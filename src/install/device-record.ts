import { useSyncExternalStore } from 'react'
import { INSTALL_KEY } from '#contract/storage-names.ts'
import { type InstallRecord, parseRecord } from './record.ts'

const watchers = new Set<() => void>()
let record: InstallRecord | undefined

/**
 * Returns this device's record. If storage is unavailable (private modes), it lasts until the page
 * is left.
 */
export function deviceRecord(): InstallRecord {
  record ??= parseRecord(readStored())
  return record
}

function readStored(): string | null {
  try {
    return localStorage.getItem(INSTALL_KEY)
  } catch {
    return null
  }
}

export function remember(more: InstallRecord): void {
  record = { ...deviceRecord(), ...more }
  try {
    localStorage.setItem(INSTALL_KEY, JSON.stringify(record))
  } catch {
    console.warn('This device cannot remember the answer about installing.')
  }
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const useDeviceRecord = (): InstallRecord => useSyncExternalStore(watch, deviceRecord)
