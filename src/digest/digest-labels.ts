/** The fixed words of a digest. */
export interface DigestLabels {
  new: string
  empty: string
  changed: string
  added: string
  dropped: string
  renamed: string
  rewritten: string
  archived: string
  before: string
  noLongerInUse: string
  other: string
  deleted: (count: number) => string
  more: (count: number) => string
  nothing: (days: number) => string
}

const labelsByLanguage: Record<string, DigestLabels> = {
  en: {
    new: 'new',
    empty: 'new, no text yet',
    changed: 'changed',
    added: 'added',
    dropped: 'no longer says',
    renamed: 'renamed',
    rewritten: 'rewritten',
    archived: 'archived',
    before: 'Before',
    noLongerInUse: 'No longer in use',
    other: 'Other',
    deleted: (count) => (count === 1 ? '1 document was deleted.' : `${count} documents were deleted.`),
    more: (count) => (count === 1 ? 'And 1 more change.' : `And ${count} more changes.`),
    nothing: (days) => `Nothing new in the last ${days === 1 ? 'day' : `${days} days`}.`,
  },
  de: {
    new: 'neu',
    empty: 'neu, noch ohne Text',
    changed: 'geändert',
    added: 'ergänzt',
    dropped: 'sagt nicht mehr',
    renamed: 'umbenannt',
    rewritten: 'neu geschrieben',
    archived: 'archiviert',
    before: 'Zuvor',
    noLongerInUse: 'Nicht mehr in Gebrauch',
    other: 'Weiteres',
    deleted: (count) => (count === 1 ? '1 Dokument wurde gelöscht.' : `${count} Dokumente wurden gelöscht.`),
    more: (count) => (count === 1 ? 'Und 1 weitere Änderung.' : `Und ${count} weitere Änderungen.`),
    nothing: (days) => (days === 1 ? 'Nichts Neues seit gestern.' : `Nichts Neues in den letzten ${days} Tagen.`),
  },
  fr: {
    new: 'nouveau',
    empty: 'nouveau, encore sans texte',
    changed: 'modifié',
    added: 'ajouté',
    dropped: 'ne dit plus',
    renamed: 'renommé',
    rewritten: 'réécrit',
    archived: 'archivé',
    before: 'Avant',
    noLongerInUse: 'Hors d’usage',
    other: 'Divers',
    deleted: (count) => (count === 1 ? '1 document a été supprimé.' : `${count} documents ont été supprimés.`),
    more: (count) => (count === 1 ? 'Et 1 autre changement.' : `Et ${count} autres changements.`),
    nothing: (days) => (days === 1 ? 'Rien de nouveau depuis hier.' : `Rien de nouveau ces ${days} derniers jours.`),
  },
  es: {
    new: 'nuevo',
    empty: 'nuevo, aún sin texto',
    changed: 'cambiado',
    added: 'añadido',
    dropped: 'ya no dice',
    renamed: 'renombrado',
    rewritten: 'reescrito',
    archived: 'archivado',
    before: 'Antes',
    noLongerInUse: 'Fuera de uso',
    other: 'Otros',
    deleted: (count) => (count === 1 ? 'Se eliminó 1 documento.' : `Se eliminaron ${count} documentos.`),
    more: (count) => (count === 1 ? 'Y 1 cambio más.' : `Y ${count} cambios más.`),
    nothing: (days) => (days === 1 ? 'Nada nuevo en el último día.' : `Nada nuevo en los últimos ${days} días.`),
  },
  it: {
    new: 'nuovo',
    empty: 'nuovo, ancora senza testo',
    changed: 'modificato',
    added: 'aggiunto',
    dropped: 'non dice più',
    renamed: 'rinominato',
    rewritten: 'riscritto',
    archived: 'archiviato',
    before: 'Prima',
    noLongerInUse: 'Non più in uso',
    other: 'Altro',
    deleted: (count) => (count === 1 ? '1 documento è stato eliminato.' : `${count} documenti sono stati eliminati.`),
    more: (count) => (count === 1 ? 'E 1 altra modifica.' : `E altre ${count} modifiche.`),
    nothing: (days) => (days === 1 ? 'Nessuna novità da ieri.' : `Nessuna novità negli ultimi ${days} giorni.`),
  },
  pt: {
    new: 'novo',
    empty: 'novo, ainda sem texto',
    changed: 'alterado',
    added: 'acrescentado',
    dropped: 'já não diz',
    renamed: 'renomeado',
    rewritten: 'reescrito',
    archived: 'arquivado',
    before: 'Antes',
    noLongerInUse: 'Fora de uso',
    other: 'Outros',
    deleted: (count) => (count === 1 ? '1 documento foi eliminado.' : `${count} documentos foram eliminados.`),
    more: (count) => (count === 1 ? 'E mais 1 alteração.' : `E mais ${count} alterações.`),
    nothing: (days) => (days === 1 ? 'Nada de novo no último dia.' : `Nada de novo nos últimos ${days} dias.`),
  },
  nl: {
    new: 'nieuw',
    empty: 'nieuw, nog zonder tekst',
    changed: 'gewijzigd',
    added: 'toegevoegd',
    dropped: 'zegt niet meer',
    renamed: 'hernoemd',
    rewritten: 'herschreven',
    archived: 'gearchiveerd',
    before: 'Eerder',
    noLongerInUse: 'Niet meer in gebruik',
    other: 'Overig',
    deleted: (count) => (count === 1 ? '1 document is verwijderd.' : `${count} documenten zijn verwijderd.`),
    more: (count) => (count === 1 ? 'En nog 1 wijziging.' : `En nog ${count} wijzigingen.`),
    nothing: (days) => (days === 1 ? 'Niets nieuws sinds gisteren.' : `Niets nieuws in de afgelopen ${days} dagen.`),
  },
}

export function digestLabels(language: string): DigestLabels {
  return labelsByLanguage[language] ?? (labelsByLanguage.en as DigestLabels)
}
