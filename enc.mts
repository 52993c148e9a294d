import { detectEncoding } from './src/files/decode-text.ts'
import { analyse } from 'chardet'
const t = ['Gebühr 55', 'Die Gebühr beträgt 55 Euro für Räume.', 'Schöne Grüße, Jürgen Müller', 'Le congé est de 25 jours. À bientôt, Hélène', 'El baño está cerrado mañana', 'Ação: não há reunião', 'Größe;Preis\nMütze;12,50\n', 'Straße 5\nTür zu\n', 'Naïve café', 'Køb mælk på lørdag', 'Åsa går över ån', 'Räume', 'Öffnungszeiten: täglich 8 bis 17 Uhr. Parkplätze hinter dem Gebäude. Schlüssel beim Hausmeister.', 'Prüfung', 'señor']
for (const x of t) console.log(detectEncoding(Buffer.from(x, 'latin1'), undefined), '|', x, '|', analyse(Buffer.from(x,'latin1')).slice(0,4).map((m:any)=>m.name+':'+m.confidence).join(' '))
const multi: [string,string][] = [['shift_jis','会議室は火曜日'],['gbk',''],]
