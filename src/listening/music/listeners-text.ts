import type { MusicItem } from '#contract/listening/music.ts'
import { inThousands } from '#src/ui/numbers.ts'
import { playsText } from '../plays-text.ts'
import type { MusicRow } from './MusicList.tsx'

/** Returns the row for an item: '1,204 plays, 3 listeners'. */
export const listenersText = (item: MusicItem): MusicRow => ({
  ...item,
  detail: `${playsText(item.plays)}, ${inThousands(item.listeners)} ${item.listeners === 1 ? 'listener' : 'listeners'}`,
})
