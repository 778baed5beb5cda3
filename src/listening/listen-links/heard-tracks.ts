import * as v from 'valibot'
import { HEARD_TRACKS_KEY } from '#contract/storage-names.ts'
import { createDeviceSetting } from '#src/ui/device-setting.ts'

interface NamedTrack {
  readonly name: string
  readonly artist: string
}

/** The most stored tracks; the one marked first is dropped. */
const MOST = 200
const Keys = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

const setting = createDeviceSetting(HEARD_TRACKS_KEY)

const toKey = ({ artist, name }: NamedTrack) => `${artist}\n${name}`

/** Marks a track as heard on this device: it was opened, played, or the member knows it. */
export function markAsHeard(track: NamedTrack): void {
  const key = toKey(track)
  const others = parseKeys(setting.read()).filter((other) => other !== key)
  setting.set(JSON.stringify([key, ...others].slice(0, MOST)))
}

export const useIsHeard = (track: NamedTrack | null | undefined): boolean =>
  setting.useSelected((text) => track != null && parseKeys(text).includes(toKey(track)))

function parseKeys(text: string | null): readonly string[] {
  const stored = v.safeParse(Keys, text)
  return stored.success ? stored.output : []
}
