import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { installPrompt, keepInstallPrompt, watchInstallPrompt } from '#src/browser/install-prompt.ts'
import { useOutboxSnapshot } from '#src/cache/outbox-of.ts'
import { isUnsent } from '#src/offline/outbox/entry.ts'
import { useQuietMoment } from '#src/ui/useQuietMoment.ts'
import { deviceRecord, remember, useDeviceRecord } from './device-record.ts'
import { mayOffer } from './record.ts'
import { hasSucceeded } from './successes.ts'
import { type InstallWay, installWay, surroundings } from './ways.ts'

/** Screens without a form or an unfinished task. */
const CALM: ReadonlySet<string> = new Set([
  '/',
  '/activity',
  '/profile',
  '/track-swap-entry',
  '/track-swap-confirmation',
])

export interface InstallOffer {
  way: InstallWay
  /**
   * Opens the browser's install dialog and stores the user's choice. Must be called from a press.
   */
  accept: () => Promise<void>
  /** Hides the offer for 30 days. */
  dismiss: () => void
}

/**
 * Returns the offer to install on this screen, undefined if there is none. It watches the outbox
 * for successes.
 */
export function useInstallOffer(): InstallOffer | undefined {
  const outbox = useOutboxSnapshot()
  const record = useDeviceRecord()
  const prompt = useSyncExternalStore(watchInstallPrompt, installPrompt)
  const { pathname } = useLocation()
  const [now] = useState(Date.now)
  useSuccesses(hasSucceeded(outbox.entries))

  const way = installWay(surroundings(prompt !== undefined))
  // An app installed from the share sheet starts with separate storage: unsent entries would be
  // left behind here.
  const isHeldBack = way === 'share-sheet' && outbox.entries.some(isUnsent)
  const isDue = way !== undefined && !isHeldBack && CALM.has(pathname) && mayOffer(record, now)
  const isTime = useQuietMoment(isDue, shown)
  return isDue && isTime ? { way, accept, dismiss } : undefined
}

const dismiss = () => remember({ dismissedAt: Date.now() })

async function accept() {
  const prompt = installPrompt()
  if (prompt === undefined) return
  await prompt.prompt()
  const { outcome } = await prompt.userChoice
  if (outcome === 'dismissed') dismiss()
  keepInstallPrompt(undefined)
}

function useSuccesses(isSuccess: boolean) {
  useEffect(() => {
    if (isSuccess && deviceRecord().succeededAt === undefined) remember({ succeededAt: Date.now() })
  }, [isSuccess])
}

const shown = { before: false }
