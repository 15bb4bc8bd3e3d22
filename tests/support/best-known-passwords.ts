/**
 * The best-known leaked passwords: the top of the world's lists, and those of countries that speak Arabic, Persian,
 * Russian, Portuguese, Spanish and French, in Latin letters. They were collected for tests, independent of the rules
 * that must reject them. Some are too short for any account.
 */
export const bestKnown: readonly string[] = (
  '123456 123456789 12345678 password qwerty123 qwerty1 111111 12345 secret 123123 1234567890 1234567 000000 qwerty abc123 password1 iloveyou 11111111 dragon monkey 123123123 123321 ' +
  'qwertyuiop 00000000 Password 654321 target123 tinkle zag12wsx 1g2w3e4r gwerty123 gwerty zxcvbnm 555555 1q2w3e4r 88888888 987654321 1qaz2wsx asdfghjkl 112233 Aa123456 Pass@123 ' +
  'admin123 Password123 P@ssw0rd Admin@123 UNKNOWN Abcd1234 user1234 Welcome1 Demo@123 pass1234 abcd1234 Aa@123456 root1234 Test@123 Qwerty@123 India@123 admin@123 11223344 princess ' +
  'sunshine football superman trustno1 letmein1 whatever computer michelle jennifer starwars baseball michael1 charlie1 jordan23 liverpool1 chelsea1 barcelona arsenal1 juventus ' +
  'iloveyou1 iloveyou2 babygirl1 lovely12 password12 password! Passw0rd password123 qwerty12 qwerty1234 q1w2e3r4 q1w2e3r4t5 1q2w3e4r5t asdf1234 zxcvbnm1 asdfghjkl1 147258369 741852963 ' +
  '789456123 159357456 habibi123 ahmed123 mohamed123 mohammed1 mohamed1 hamada123 allah123 alhamdulillah bismillah1 inshallah marhaba1 salam123 habibti1 mustafa1 yasmine1 khaled123 ' +
  'omar1234 algeria1 maroc123 masr1234 khodaya1 iran1234 tehran123 parsa123 perspolis esteghlal esteghlal1 hamid123 alireza1 mohammad1 fatemeh1 zahra123 maryam123 mahdi123 reza1234 ' +
  'eshgham1 asheghetam dooset123 doostet1 khoshgele privet123 parol123 lubov123 lublutebya marina123 natasha1 svetlana1 nastya123 vladimir1 dimadima qweqwe123 qazwsx123 zaq12wsx ' +
  '1qazxsw2 samsung1 spartak1 zenit123 krasotka solnishko solnyshko senha123 brasil123 flamengo1 corinthians palmeiras1 saopaulo1 vascodagama gremio123 benfica1 sporting1 teamo123 ' +
  'meuamor1 amorzinho felicidade gabriel1 eduardo1 portugal1 lisboa123 mudar123 jesus123 contrasena contrasena1 hola1234 teamo1234 tequiero1 micontrasena realmadrid1 atletico1 ' +
  'barcelona1 colombia1 mexico123 argentina1 chocolate1 mariposa1 princesa1 estrella1 alejandro1 valentina1 carolina1 bonita123 motdepasse motdepasse1 azerty123 azertyuiop azerty12 ' +
  'jetaime1 jetaime123 bonjour1 marseille1 marseille13 doudou123 chouchou1 soleil123 loulou123 nicolas1 camille1 france98 toulouse1 coucou123 princesse jesuschrist jesus777 blessed1 ' +
  'godisgood superman1 batman123 pokemon1 pokemon123 naruto123 minecraft1 fortnite1 roblox123 samsung123 iphone123 google123 facebook1 internet1 computer1 welcome123 letmein123'
).split(' ')
