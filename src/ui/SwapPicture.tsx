import { Record } from './Record.tsx'
import { behind, picture, toA, toB } from './SwapPicture.css.ts'

/** Two records that change places and return, once: a swap. Still under reduced motion. */
export const SwapPicture = () => (
  <div className={picture} aria-hidden="true">
    <div className={toB}>
      <Record artist="Lamplight Parade" title="Night Bus" side="a" />
    </div>
    <span className={behind}>&amp;</span>
    <div className={toA}>
      <Record artist="The Quiet Meridian" title="Salt Flats" side="b" />
    </div>
  </div>
)
