import type { Recap } from '#contract/recaps/recap.ts'
import { Minutes } from '#src/listening/listening-time/Minutes.tsx'
import { cardClass } from '#src/ui/Card.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { countText, inThousands } from '#src/ui/numbers.ts'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Note, Text } from '#src/ui/Text.tsx'
import { tintClass } from '#src/ui/tint-class.ts'
import * as css from './Recap.css.ts'
import { changeText } from './recap-text.ts'

/** The totals for a period. `noun`: 'week', 'month' or 'year'. */
export function Figures({ recap, noun }: { recap: Recap; noun: string }) {
  const [top] = recap.top_tracks
  const change = changeText(recap, noun)
  const figures: readonly (readonly [name: string, value: string, isSwag?: boolean])[] = [
    ['Artists', inThousands(recap.artists)],
    ['Tracks', inThousands(recap.tracks)],
    ['New artists', inThousands(recap.new_artists)],
    ['Days with plays', inThousands(recap.listening_days)],
    ['Longest streak', countText(recap.longest_streak, 'day')],
    [recap.is_open === 1 ? 'Current streak' : 'Streak at the end', countText(recap.current_streak, 'day')],
    ['Swaps completed', inThousands(recap.swaps)],
    ['Swag won', inThousands(recap.swag), true],
  ]
  return (
    <div className={classNames(cardClass(), top && tintClass(top.artist, top.name))}>
      <Stack gap="l">
        <Row gap="m" wrap>
          {top && <Sleeve artist={top.artist} title={top.name} size="l" />}
          <Stack gap="xxs" grow>
            <Figure size="l">{countText(recap.plays, 'play')}</Figure>
            {top && (
              <Text>
                <bdi>{top.name}</bdi>, {countText(top.plays, 'time')}
              </Text>
            )}
            {recap.minutes !== undefined && <Minutes minutes={recap.minutes} unmeasured={recap.unmeasured ?? 0} />}
            {change !== undefined && recap.is_open === 0 && <Note>{change}</Note>}
          </Stack>
        </Row>
        <dl className={css.figures}>
          {figures.map(([name, value, isSwag]) => (
            <div key={name} className={css.figure}>
              <dt>
                <Note as="span">{name}</Note>
              </dt>
              <dd>
                <Figure tone={isSwag === true ? 'swag' : 'main'}>{value}</Figure>
              </dd>
            </div>
          ))}
        </dl>
      </Stack>
    </div>
  )
}
