/** The shortcodes that GitHub, GitLab and Slack share and that documents use most. */
export const emojiCharacters: Readonly<Record<string, string>> = Object.fromEntries(
  `white_check_mark ✅ heavy_check_mark ✔️ check ✔️ ballot_box_with_check ☑️ x ❌ negative_squared_cross_mark ❎ no_entry ⛔
  no_entry_sign 🚫 warning ⚠️ exclamation ❗ question ❓ information_source ℹ️ bulb 💡 memo 📝 pencil 📝 pencil2 ✏️
  pushpin 📌 paperclip 📎 link 🔗 lock 🔒 unlock 🔓 key 🔑 mag 🔍 bell 🔔 calendar 📅 date 📅 clock 🕐 hourglass ⌛ alarm_clock ⏰
  email 📧 envelope ✉️ phone ☎️ telephone ☎️ iphone 📱 computer 💻 desktop_computer 🖥️ keyboard ⌨️ floppy_disk 💾 package 📦
  inbox_tray 📥 outbox_tray 📤 file_folder 📁 open_file_folder 📂 page_facing_up 📄 books 📚 book 📖 bookmark 🔖 newspaper 📰
  chart_with_upwards_trend 📈 chart_with_downwards_trend 📉 bar_chart 📊 moneybag 💰 dollar 💵 credit_card 💳 gift 🎁
  tada 🎉 confetti_ball 🎊 trophy 🏆 medal 🏅 rocket 🚀 star ⭐ star2 🌟 sparkles ✨ fire 🔥 zap ⚡ boom 💥 100 💯
  bug 🐛 wrench 🔧 hammer 🔨 gear ⚙️ construction 🚧 recycle ♻️ rotating_light 🚨 ambulance 🚑 art 🎨 lipstick 💄
  smile 😄 smiley 😃 slightly_smiling_face 🙂 grinning 😀 joy 😂 wink 😉 blush 😊 heart_eyes 😍 thinking 🤔 thinking_face 🤔
  cry 😢 sob 😭 sweat_smile 😅 sunglasses 😎 partying_face 🥳 shrug 🤷 raised_hands 🙌 clap 👏 wave 👋 pray 🙏 muscle 💪 bow 🙇
  eyes 👀 ok_hand 👌 +1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 point_right 👉 point_left 👈 point_up 👆 point_down 👇 handshake 🤝
  heart ❤️ green_heart 💚 blue_heart 💙 yellow_heart 💛 purple_heart 💜 broken_heart 💔 earth_africa 🌍 earth_americas 🌎
  globe_with_meridians 🌐 house 🏠 office 🏢 airplane ✈️ car 🚗 bus 🚌 coffee ☕ beer 🍺 beers 🍻 pizza 🍕 cake 🍰 palm_tree 🌴
  seedling 🌱 dog 🐶 cat 🐱 hedgehog 🦔 speech_balloon 💬 mega 📣 loudspeaker 📢 arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️
  arrow_down ⬇️ heavy_plus_sign ➕ heavy_minus_sign ➖ red_circle 🔴 large_blue_circle 🔵 green_circle 🟢 yellow_circle 🟡
  white_circle ⚪ black_circle ⚫ one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣ five 5️⃣`
    .split(/\s+/)
    .flatMap((word, index, words) => (index % 2 === 0 ? [[word, words[index + 1] as string]] : [])),
)
