const NAME = 'flipside-device'

/** Tells the other tabs that somebody signed in or out on this device, and hears it from them. */
export function joinDeviceChannel(onChanged: () => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', onChanged)
  return () => channel.postMessage('changed')
}
