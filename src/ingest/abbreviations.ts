/** Lower-case abbreviations whose period does not end a sentence, in all supported languages. */
export const abbreviations: ReadonlySet<string> = toWordSet(
  `mr mrs ms dr prof rev hon gen col capt lt sgt st sr jr mt messrs
  vs e.g i.e eg ie cf viz al approx est ed eds op ca circa dept inc ltd corp univ
  jan feb apr aug sept oct nov dec
  bzw evtl ggf inkl exkl str tel vgl z.b d.h u.a o.ä u.ä s.o s.u zzgl bspw sog mind hrsg jh jhd mio mrd tsd urspr geb
  mme mlle boul chap éd env p.ex réf tél
  sra srta dra ud uds aprox ej p.ej avda
  sig dott ing avv ecc
  dhr mevr drs bijv blz o.a m.b.t t.a.v
  г гг ул им др т.е т.н тыс млн млрд напр
  vb bkz doç yrd sok cad mah`,
)

/** Words that are abbreviations before a number ("No. 5", "Fig. 3") and can end a sentence elsewhere ("I said no."). */
export const numberAbbreviations: ReadonlySet<string> = toWordSet(
  `no nos ext fig figs vol vols pp p nr art cap pag pág págs núm abs kap bd std rd s sec ch max min co n стр рис табл`,
)

function toWordSet(list: string): Set<string> {
  return new Set(list.trim().split(/\s+/))
}
