import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '#contract/bytes.ts'
import { downloads, exportEverything } from '#contract/ownership/export.ts'
import { downloadFile } from '#src/api/download-file.ts'
import { Refused, ServerError, Unreachable } from '#src/api/errors.ts'
import { saveFile } from '#src/ui/save-file.ts'

const [{ type } = { type: '' }] = downloads

export interface Exporting {
  /** Bytes received while it is running; undefined otherwise. */
  bytes: number | undefined
  outcome: { isFailure: boolean; sentence: string } | undefined
  start: () => Promise<void>
  stop: () => void
}

/** Leaving the screen aborts it. */
export function useExport(member: string): Exporting {
  const [bytes, setBytes] = useState<number>()
  const [outcome, setOutcome] = useState<Exporting['outcome']>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const { signal } = (running.current = new AbortController())
    setBytes(0)
    setOutcome(undefined)
    try {
      const file = await downloadFile(exportEverything, { user: member }, type, { onBytes: setBytes, signal })
      saveFile(file, `flipside-export-${new Date().toISOString().slice(0, 10)}.zip`)
      setOutcome({ isFailure: false, sentence: `Downloaded: ${formatBytes(file.size)}.` })
    } catch (error) {
      setOutcome({ isFailure: !signal.aborted, sentence: signal.aborted ? 'Stopped.' : failureText(error) })
    } finally {
      setBytes(undefined)
    }
  }
  return { bytes, outcome, start, stop: () => running.current?.abort() }
}

/** Returns the alert text. Rethrows a bug. */
function failureText(error: unknown): string {
  if (error instanceof Refused) return error.sentence
  if (!(error instanceof Unreachable)) throw error
  if (error instanceof ServerError && error.sentence !== undefined) return error.sentence
  if (error.status === 429) return 'Too many attempts. Try again in a few minutes.'
  return 'The download was interrupted. Try again.'
}
