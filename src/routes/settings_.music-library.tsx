import { createFileRoute } from '@tanstack/react-router'
import { SongStorage } from '#src/downloads/SongStorage.tsx'
import { MusicLibrarySettings } from '#src/listening/music-library/MusicLibrarySettings.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/music-library')({
  staticData: { title: 'Music library', beside: 'settings' },
  component: () => (
    <MemberScreen title="Music library">
      {(member) => (
        <MusicLibrarySettings member={member}>
          <SongStorage member={member} />
        </MusicLibrarySettings>
      )}
    </MemberScreen>
  ),
})
