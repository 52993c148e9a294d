import { defineMessages } from './define-messages.ts'

/** Texts of the frame of every screen: navigation, account, theme and notices. */
export const shellText = defineMessages('shell', {
  skipToContent: 'Skip to content',
  openNavigation: 'Open navigation',
  mainNavigation: 'Main',
  ask: 'Ask',
  notes: 'Notes',
  dataSources: 'Data sources',
  assistants: 'Assistants',
  inbox: 'Inbox',
  insights: 'Insights',
  settings: 'Settings',
  theme: 'Theme',
  systemTheme: 'Match system',
  lightTheme: 'Light',
  darkTheme: 'Dark',
  signOut: 'Sign out',
  signOutFailed: 'Can’t reach the service. You’re still signed in.',
  signOutUnsaved: 'Sign out and lose unsaved changes?',
  signOutUnsavedHint:
    'Some of your changes are only kept on this device. Signing out deletes them from here. Stay signed in until they’re saved.',
  sessionEnded: 'Your session has ended. What you typed is kept on this device.',
  signInAgain: 'Sign in again',
  signInAgainHint: 'in a new tab, then come back to save it.',
  unsavedNotes: 'Not saved yet, kept on this device:',
})
