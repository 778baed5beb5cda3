import type { MusicItem } from '#contract/listening/music.ts'
import { countText } from '#src/ui/numbers.ts'
import type { MusicRow } from './MusicList.tsx'

/** Returns the row for an item: '1,204 plays, 3 listeners'. */
export const listenersText = (item: MusicItem): MusicRow => ({
  ...item,
  detail: `${countText(item.plays, 'play')}, ${countText(item.listeners, 'listener')}`,
})
