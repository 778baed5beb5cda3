import type { ShownMessage } from './overlay.ts'

export function describeMessage({ type, message, track, deleted_at }: ShownMessage): string {
  if (deleted_at !== undefined) return 'Message deleted'
  const line = message || (track ? `Sent a track: ${track.name} by ${track.artist}` : '')
  return type === 'Outgoing' ? `You: ${line}` : line
}
