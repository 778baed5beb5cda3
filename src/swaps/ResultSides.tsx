import { Record } from '#src/ui/Record.tsx'
import { and } from '#src/ui/SwapPicture.css.ts'
import { ResultSide, type Side } from './ResultSide.tsx'
import * as css from './ResultSides.css.ts'
import { useIsFirstShown } from './useIsFirstShown.ts'

/** Both sides of a completed swap, the initiator's first: two records, and what each earned. */
export function ResultSides({ a, b }: { a: Side; b: Side }) {
  const flips = useIsFirstShown(`records ${a.by} ${a.track.name} ${b.by} ${b.track.name}`)
  return (
    <>
      <div className={css.pair}>
        <Record artist={a.track.artist} title={a.track.name} side="a" flips={flips} />
        <span className={and} aria-hidden="true">
          &amp;
        </span>
        <Record artist={b.track.artist} title={b.track.name} side="b" flips={flips} />
        <span className={css.nameA}>SIDE A · {a.by}</span>
        <span className={css.nameB}>SIDE B · {b.by}</span>
      </div>
      <div className={css.cards}>
        <ResultSide side="a" of={a} />
        <ResultSide side="b" of={b} />
      </div>
    </>
  )
}
