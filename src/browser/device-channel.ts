import { DEVICE_CHANNEL } from '#contract/storage-names.ts'

/** Notifies other tabs about a sign-in or sign-out on this device, and receives theirs. */
export function joinDeviceChannel(onChanged: () => void): () => void {
  const channel = new BroadcastChannel(DEVICE_CHANNEL)
  channel.addEventListener('message', onChanged)
  return () => channel.postMessage('changed')
}
