import { useLocation } from 'wouter'
import type { Me } from '../../../sdk/src/operations.ts'
import { maxSearchLength } from '../../../src/contract/text-limits.ts'
import { useApiQuery, useAssistants, useDataSources, useOrganization } from '../api/queries.ts'
import { documentTarget } from '../components/document-target.ts'
import { containsWords, matchesWords } from '../components/match-words.ts'
import { useTheme } from '../components/theme.ts'
import { toTitleQuery } from '../components/title-query.ts'
import { useDebounced } from '../components/use-debounced.ts'
import { paletteText as text } from '../messages/find.ts'
import { useRecentNotes } from '../notes/recent-notes.ts'
import { type Command, type CommandAction, listCommands } from './commands.ts'
import type { PaletteGroup, PaletteOption } from './palette-option.ts'

const titleDelayMs = 150
/** Searching texts costs more, so it waits until nothing is typed for a moment. */
const passageDelayMs = 350
const minPassageQueryLength = 3
const maxRecentNotes = 6
const maxTitles = 8
const maxSources = 5

/** Returns what the palette shows for a typed text, in groups; requests for an earlier text are aborted. */
export function usePaletteGroups(
  typed: string,
  me: Me,
  actions: Record<Exclude<CommandAction, 'toggleTheme'>, () => void>,
): { groups: PaletteGroup[]; isSearching: boolean; hasFailed: boolean } {
  const [, navigate] = useLocation()
  const [, setTheme] = useTheme()
  const isDark = isDarkShown()
  const noteQuery = useDebounced(typed, titleDelayMs)
  const passageQuery = useDebounced(typed, passageDelayMs)
  const canAsk = useOrganization().data?.askEnabled !== false
  const titles = useApiQuery(
    'searchTitles',
    { query: toTitleQuery(noteQuery), limit: maxTitles },
    { isEnabled: noteQuery !== '', keepPrevious: true },
  )
  const opened = useRecentNotes()
  const edited = useApiQuery(
    'searchTitles',
    { query: '', limit: maxRecentNotes },
    { isEnabled: typed === '' && (opened.hasNone || opened.data?.hits.length === 0) },
  )
  const passages = useApiQuery(
    'search',
    { query: passageQuery, limit: 8, details: true },
    { isEnabled: canAsk && isSearchable(passageQuery), keepPrevious: typed !== '' },
  )
  const sources = useDataSources()
  const assistants = useAssistants()

  const run = ({ does }: Command) => {
    if ('path' in does) navigate(does.path)
    else if (does.action === 'toggleTheme') setTheme(isDark ? 'light' : 'dark')
    else actions[does.action]()
  }
  const commands = listCommands(me.role, { isDark }).filter(
    ({ label, keywords = '' }) => typed === '' || matchesWords(typed, `${label} ${keywords}`),
  )
  const commandsOf = (group: Command['group']): PaletteOption[] =>
    commands
      .filter((command) => command.group === group)
      .map((command) => ({ id: command.id, label: command.label, icon: command.icon, run: () => run(command) }))

  if (typed === '') {
    const recent = opened.notes.length > 0 ? opened.notes : (edited.data?.hits ?? [])
    return {
      groups: withoutEmpty([
        { name: text('recent'), options: toOptions(recent.slice(0, maxRecentNotes), navigate) },
        { name: text('actions'), options: commandsOf('actions') },
        { name: text('goTo'), options: commandsOf('goTo') },
        { name: text('settings'), options: commandsOf('settings') },
      ]),
      isSearching: false,
      hasFailed: false,
    }
  }
  // Until the service has answered for the typed text, what it found for an earlier one stays if the words are there.
  const areTitlesCurrent = noteQuery === typed && !titles.isPlaceholderData
  const titleHits = titles.data?.hits.filter(({ title }) => areTitlesCurrent || containsWords(typed, title))
  const arePassagesCurrent = passageQuery === typed && !passages.isPlaceholderData
  const passageHits = passages.data?.hits.filter(({ title, details }) =>
    // Found by meaning alone it is no match for words; the Search screen shows it.
    arePassagesCurrent ? details?.matches.length : containsWords(typed, `${title} ${details?.snippet}`),
  )
  const titleOptions = toOptions(titleHits ?? [], navigate)
  const listed = new Set(titleOptions.map(({ id }) => id))
  const passageOptions = toOptions(passageHits ?? [], navigate)
  const questions: PaletteOption[] = [
    {
      id: 'search',
      label: text('searchEverywhere', { text: typed }),
      icon: 'search',
      run: () => navigate(`/search?${new URLSearchParams({ q: typed })}`),
    },
  ]
  if (canAsk) {
    questions.push({
      id: 'ask',
      label: text('askQuestion', { text: typed }),
      icon: 'ask',
      run: () => navigate('/', { state: { question: typed } }),
    })
  }
  return {
    groups: withoutEmpty([
      { name: text('goTo'), options: commandsOf('goTo') },
      { name: text('settings'), options: commandsOf('settings') },
      { name: text('actions'), options: commandsOf('actions') },
      { name: text('titles'), options: titleOptions },
      {
        name: text('sources'),
        options: (sources.data?.dataSources ?? [])
          .filter(({ name }) => matchesWords(typed, name))
          .slice(0, maxSources)
          .map(({ id, name }) => ({
            id: `source ${id}`,
            label: name,
            icon: 'sources',
            run: () => navigate(`/data-sources/${encodeURIComponent(id)}`),
          })),
      },
      {
        name: text('assistants'),
        options: (assistants.data?.assistants ?? [])
          .filter(({ name, mayUse }) => mayUse && matchesWords(typed, name))
          .slice(0, maxSources)
          .map(({ id, name }) => ({
            id: `assistant ${id}`,
            label: name,
            icon: 'assistants',
            run: () => navigate(`/?${new URLSearchParams({ assistant: id, title: name })}`),
          })),
      },
      { name: text('passages'), options: passageOptions.filter(({ id }) => !listed.has(id)) },
      { name: text('askOrSearch'), options: questions },
    ]),
    isSearching: passageQuery !== typed || titles.isFetching || passages.isFetching,
    hasFailed: titles.error !== null,
  }
}

interface FoundDocument {
  id: string
  rootId?: string
  title: string
  url: string
  path?: string[]
  details?: { snippet: string }
}

function toOptions(documents: readonly FoundDocument[], navigate: (path: string) => void): PaletteOption[] {
  return documents.flatMap((document): PaletteOption[] => {
    const target = documentTarget(document)
    if (target === undefined) return []
    const isOutside = 'url' in target
    return [
      {
        id:
          isOutside || document.rootId !== undefined
            ? `item ${document.rootId ?? ''} ${document.id}`
            : `note ${document.id}`,
        label: document.title,
        icon: document.rootId !== undefined ? 'sources' : isOutside ? 'attach' : 'notes',
        ...(document.path && { path: document.path }),
        ...(document.details && { snippet: document.details.snippet }),
        isOutside,
        run: () => (isOutside ? window.open(target.url, '_blank', 'noopener,noreferrer') : navigate(target.path)),
      },
    ]
  })
}

function isSearchable({ length }: string): boolean {
  return length >= minPassageQueryLength && length <= maxSearchLength
}

function withoutEmpty(groups: PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ options }) => options.length > 0)
}

function isDarkShown(): boolean {
  const chosen = document.documentElement.dataset.theme
  return chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
}
