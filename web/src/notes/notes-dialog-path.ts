/** The Notes screen with the dialog for a new note. */
export const newNotePath = '/notes?open=new'
/** The Notes screen with the dialog for an import. */
export const importPath = '/notes?open=import'
