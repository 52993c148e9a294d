// Applies the stored theme before the first paint, so that no page flashes in the other theme.
try {
  const chosen = localStorage.getItem('lorewell.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Without storage the system's theme applies.
}
