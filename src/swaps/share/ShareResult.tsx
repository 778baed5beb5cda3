import { type RefObject, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { dark } from '#src/ui/palette.ts'
import { toast } from '#src/ui/toast.ts'
import type { Half } from '../status.ts'
import type { PictureSide } from './result-picture.ts'

interface ShareResultProps {
  /** Contains the two sleeves, in their order. */
  container: RefObject<HTMLElement | null>
  subtitle: string
  a: Half
  b: Half
}

/** Shares the result as a picture, by the system's share sheet, else as a download. */
export function ShareResult({ container, subtitle, a, b }: ShareResultProps) {
  const [isDrawing, setDrawing] = useState(false)
  const share = async () => {
    setDrawing(true)
    try {
      const sleeves = [...(container.current?.querySelectorAll<SVGElement>('svg[data-motif]') ?? [])]
      // Loaded on demand.
      const { drawResult } = await import('./result-picture.ts')
      await handOver(await drawResult(subtitle, toSides([a, b], sleeves)))
    } catch (error) {
      console.warn('A result could not be shared.', error)
      toast({ title: 'The picture could not be made.', variant: 'destructive' })
    } finally {
      setDrawing(false)
    }
  }
  return (
    <Button block variant="quiet" busy={isDrawing} onClick={() => void share()}>
      Share as a picture
    </Button>
  )
}

function toSides([a, b]: readonly [Half, Half], sleeves: readonly SVGElement[]): readonly PictureSide[] {
  const side = (letter: 'A' | 'B', half: Half, earned: number | null, sleeve: SVGElement | undefined) => {
    if (!half.track || !sleeve) return []
    const { text: colour, tint } = letter === 'A' ? dark.side.a : dark.side.b
    const { name: title, artist } = half.track
    return [
      { heading: `SIDE ${letter} · ${half.user}`, title, artist, swag: `+${earned ?? 0} swag`, sleeve, colour, tint },
    ]
  }
  return [...side('A', a, b.reaction, sleeves[0]), ...side('B', b, a.reaction, sleeves[1])]
}

const NAME = 'track-swap.png'

async function handOver(picture: Blob): Promise<void> {
  const files = [new File([picture], NAME, { type: picture.type })]
  // Older desktops have no share sheet, others share no files: the types assume that both exist.
  if ('canShare' in navigator && navigator.canShare({ files })) {
    try {
      return await navigator.share({ files, title: 'Track Swap Results' })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return // cancelled
    }
  }
  const address = URL.createObjectURL(picture)
  const link = document.createElement('a')
  link.href = address
  link.download = NAME
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000) // the download reads it for a while
}
