// Before anything is drawn: the theme that was chosen here, so that no page flashes in the other one.
try {
  const chosen = localStorage.getItem('lorewell.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Without storage the system's own theme holds.
}
