const NAME = 'flipside-device'

/** Notifies other tabs of a sign-in or sign-out on this device, and receives theirs. */
export function joinDeviceChannel(onChanged: () => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', onChanged)
  return () => channel.postMessage('changed')
}
