import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { importListens } from '#contract/listening/import-listens.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { NoConnection } from '#src/api/errors.ts'
import { failureText } from '#src/api/failure-text.ts'
import { uploadFile } from '#src/api/upload-file.ts'
import { refetchAll } from '#src/cache/refetch.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { readTimeZone } from '#src/ui/time-zone.ts'

export interface Sending {
  name: string
  /** The fraction uploaded, 0 to 1. */
  sent: number
  clientId: string
}

/** A file's error, before or after the server received it. */
interface SendFailure {
  name: string
  sentence: string
}

export type FilesToSend = ReturnType<typeof useSendFiles>

const UNREACHABLE = "The server can't be reached. Choose the file again later: sending it again adds nothing."

/**
 * Uploads files one after the other, at once: a history is never queued in an outbox, where it
 * would take the room for all other actions. The results on the server are in the import list. A
 * sign-out aborts it.
 */
export function useSendFiles(member: string) {
  const client = useQueryClient()
  const { signal: signedOut } = useSession()
  const [sending, setSending] = useState<Sending>()
  const [waiting, setWaiting] = useState(0)
  const [failures, setFailures] = useState<readonly SendFailure[]>([])
  const queue = useRef<File[]>([])
  const current = useRef<AbortController>(undefined)

  const sendOne = async (file: File) => {
    const clientId = uuid()
    const abort = new AbortController()
    current.current = abort
    const signal = AbortSignal.any([abort.signal, signedOut])
    const show = (sent: number) => setSending({ name: file.name, sent, clientId })
    show(0)
    try {
      const query = { user: member, file_name: file.name.slice(-200), time_zone: readTimeZone(), client_id: clientId }
      await uploadFile(importListens, query, file, { onProgress: show, signal })
    } catch (error) {
      const sentence = error instanceof NoConnection ? UNREACHABLE : failureText(error, 'The file was not imported.')
      if (!signal.aborted) setFailures((others) => [...others, { name: file.name, sentence }])
    }
    if (!signedOut.aborted) await refetchAll(client)
  }
  /** Aborts the remaining uploads. Imported listens stay. */
  const stop = () => {
    queue.current = []
    setWaiting(0)
    current.current?.abort()
  }
  const send = async (files: Iterable<File>) => {
    const isIdle = current.current === undefined
    queue.current.push(...files)
    setWaiting(queue.current.length)
    if (!isIdle) return
    setFailures([])
    try {
      for (let file = queue.current.shift(); file && !signedOut.aborted; file = queue.current.shift()) {
        setWaiting(queue.current.length)
        await sendOne(file)
      }
    } finally {
      // After any end: or nothing more could be sent.
      stop()
      current.current = undefined
      setSending(undefined)
    }
  }
  return { sending, waiting, failures, send, stop }
}
