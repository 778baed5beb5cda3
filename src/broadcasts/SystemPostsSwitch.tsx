import { Card } from '#src/ui/Card.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { hideSystemPosts, useHidesSystemPosts } from './fold/system-posts-setting.ts'

/** The device's setting that hides System's posts in the feed. */
export function SystemPostsSwitch() {
  return (
    <Card>
      <Switch
        label="Hide posts by System"
        hint="Hides posts about joins and swaps on this device."
        isOn={useHidesSystemPosts()}
        onChange={hideSystemPosts}
      />
    </Card>
  )
}
