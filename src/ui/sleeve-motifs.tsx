import type { ReactNode } from 'react'
import type { SleeveColours } from './palette.ts'
import type { Motif } from './sleeve-art.ts'

/** Draws one motif on a square of 100 by 100. `shift` is 0..1. */
type Draw = (colours: SleeveColours, shift: number) => ReactNode

const square = (fill: string) => <rect width="100" height="100" fill={fill} />

const rings: Draw = ({ base, deep, pale }, shift) => {
  const cx = 35 + 30 * shift
  const cy = 62 - 24 * shift
  return (
    <>
      {square(deep)}
      {[74, 60, 46, 32, 18].map((r, at) => (
        <circle key={r} cx={cx} cy={cy} r={r} fill={at % 2 === 0 ? base : deep} />
      ))}
      <circle cx={cx} cy={cy} r="10" fill={pale} />
    </>
  )
}

const stripes: Draw = ({ base, deep, pale }, shift) => (
  <>
    {square(base)}
    <g transform={`rotate(${-34 + 22 * shift} 50 50)`}>
      {[-22, 4, 30, 56, 82, 108].map((y, at) => (
        <rect key={y} x="-40" y={y} width="180" height="13" fill={at === 2 ? pale : deep} />
      ))}
    </g>
  </>
)

const sun: Draw = ({ base, deep, pale }, shift) => (
  <>
    {square(base)}
    <circle cx={38 + 28 * shift} cy="58" r="30" fill={pale} />
    <rect y="58" width="100" height="42" fill={deep} />
    {[64, 73, 82, 91].map((y, at) => (
      <rect key={y} x={15 + 4 * at} y={y} width={70 - 8 * at} height="3" fill={pale} />
    ))}
  </>
)

const dots: Draw = ({ base, deep, pale }, shift) => {
  const lit = Math.round(shift * 15)
  return (
    <>
      {square(deep)}
      {Array.from({ length: 16 }, (_, at) => (
        <circle
          // The grid never changes its order.
          key={at}
          cx={14 + 24 * (at % 4)}
          cy={14 + 24 * Math.floor(at / 4)}
          r={at === lit ? 11 : 4 + (((at % 4) + Math.floor(at / 4) + lit) % 4) * 1.6}
          fill={at === lit ? pale : base}
        />
      ))}
    </>
  )
}

const wave = (y: number) => `M-10 ${y}C10 ${y - 16} 30 ${y - 16} 50 ${y}S90 ${y + 16} 110 ${y}V110H-10Z`

const waves: Draw = ({ base, deep, pale }, shift) => {
  const first = 18 + 14 * shift
  const bands = [deep, pale, base, deep, pale]
  return (
    <>
      {square(base)}
      {bands.map((fill, at) => (
        // Five bands from the top; each covers what is below the one before.
        <path key={`${fill}${at}`} d={wave(first + 18 * at)} fill={fill} />
      ))}
    </>
  )
}

const wedge: Draw = ({ base, deep, pale }, shift) => {
  const at = 52 + 12 * shift
  return (
    <>
      {square(deep)}
      <path d="M0 100L100 0V100Z" fill={base} />
      <circle cx={at} cy={at} r="22" fill={pale} />
      <circle cx={at} cy={at} r="7" fill={deep} />
    </>
  )
}

export const drawMotif: Record<Motif, Draw> = { rings, stripes, sun, dots, waves, wedge }
