import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { API_HEADERS } from './headers.ts'
import type { RefusalBody } from './refusal.ts'

/** Writes a complete response to a socket and closes it. */
export type RespondRaw = (socket: Duplex, status: number, body: RefusalBody) => void

/**
 * Returns a responder for requests that never reach the app because they are unreadable or too
 * slow. Its responses have all others' headers.
 */
export const rawResponder =
  (always: Readonly<Record<string, string>>): RespondRaw =>
  (socket, status, body) => {
    if (!socket.writable) return
    const text = JSON.stringify(body)
    const headers = {
      ...always,
      ...API_HEADERS,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(text)),
      Connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`)
    // A client that continues to send would hold the connection open.
    socket.once('finish', () => socket.destroy())
  }
