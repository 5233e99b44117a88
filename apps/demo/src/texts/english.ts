import type { Area } from './text';

/** The part of the company that works abroad and in English. */
export const english: Area = {
  works: [
    {
      name: 'Listings on {marketplace}: {goodsEn}',
      text: 'Create the listings for {market}: titles, bullet points, five pictures each. Keep the brand name out of the first 60 characters.',
      done: ['All {few} listings are live.', 'Live, two variants wait for a barcode from {supplier}.'],
      tags: ['listings', '{marketplace}'],
    },
    {
      name: '{language} translation: {goodsEn}',
      text: 'Product texts and the manual, about {few} pages. Have a native speaker read the safety notes.',
      done: [
        'Translated and proofread, the manual is attached to the product.',
        'Done, the translator fixed two terms in the glossary.',
      ],
      tags: ['translation', 'content'],
    },
    {
      name: 'Shipping prices to {market}',
      text: 'The carrier has a new price list. Recalculate the zones and check that parcels over 20 kg still earn money.',
      done: [
        'New zones are in the admin, parcels over 25 kg are switched off.',
        'Recalculated, we stay {percent} % below the competition.',
      ],
      tags: ['shipping', '{market}'],
    },
    {
      name: 'Refund a customer in {market}, order {order}',
      text: 'The parcel arrived damaged. Ask for pictures, refund, and file the claim with the carrier.',
      done: ['Refunded, claim filed.', 'The customer prefers a replacement, sent today.'],
      tags: ['refund', '{market}'],
    },
    {
      name: 'Answer open questions on {marketplace}',
      text: 'Our response time went over 24 hours. Clear the queue and note what people ask most.',
      done: [
        'Queue is empty, most questions are about spare parts.',
        'All answered, response time is back to 6 hours.',
      ],
      tags: ['support', '{marketplace}'],
    },
    {
      name: 'Stock sync with {marketplace} oversells',
      text: 'We sold {few} pieces of {goodsEn} that we did not have. Find out where the delay is and set a safety stock until it is fixed.',
      done: [
        'The sync ran hourly, now it runs every five minutes. Safety stock of 2.',
        'Fixed, the queue was stuck after the last deployment.',
      ],
      tags: ['bug', 'stock'],
    },
    {
      name: 'Price check {market}: {goodsEn}',
      text: 'Compare us with the three largest shops, shipping included. Suggest prices where we are more than 5 % above.',
      done: ['Compared, suggested {few} new prices.', 'We are fine, no changes needed.'],
      tags: ['prices', '{market}'],
    },
    {
      name: 'Monthly report abroad: {monthEn}',
      text: 'Orders, returns and margin by country, one page. Mention what changed and why.',
      done: ['Report attached, {market} grew by {percent} %.', 'Done, returns are the topic of the month.'],
      tags: ['report'],
    },
    {
      name: 'Return address for {market}',
      text: 'Customers complain about the cost of returns. Get offers from two local return centres.',
      done: ['Two offers compared, recommendation attached.', 'Contract signed, starts next month.'],
      tags: ['returns', '{market}'],
    },
    {
      name: 'VAT setup for {market}',
      text: 'We are getting close to the threshold. Prepare the registration together with accounting.',
      done: ['Registered, the rates are set in the shop.', 'Papers are with the tax adviser.'],
      tags: ['VAT', '{market}'],
    },
    {
      name: 'Campaign in {market}: {goodsEn}',
      text: 'Two weeks, budget {amount}. Test two headlines and stop the weaker one after three days.',
      done: ['Finished, cost per order down by {percent} %.', 'Running, the shorter headline won.'],
      tags: ['campaign', 'marketing'],
    },
    {
      name: 'Call with {supplier}: new season',
      text: 'Prepare last year\u2019s numbers for {goodsEn} and ask for pictures without the logo.',
      done: [
        'Call done, notes attached, samples arrive next week.',
        'They agreed to the pictures and to a {percent} % bonus.',
      ],
      tags: ['supplier', '{supplier}'],
    },
    {
      name: 'Size chart for {goodsEn}',
      text: 'A third of the returns is about size. Draw one chart with pictures, in centimetres and inches.',
      done: ['The chart is on every product page.', 'Done in all four languages.'],
      tags: ['content', 'returns'],
    },
    {
      name: 'Checkout fails for addresses in {market}',
      text: 'The postcode check refuses valid codes. Collect examples from support and fix the pattern.',
      done: [
        'Pattern fixed, examples added to the tests.',
        'Fixed and deployed, support confirmed with two customers.',
      ],
      tags: ['bug', 'checkout'],
    },
    {
      name: 'Order {order}: customs papers',
      text: 'The parcel for {market} is held, the invoice lacks the tariff codes of {goodsEn}. Send a corrected one today.',
      done: ['Corrected invoice sent, parcel released.', 'Released, the template has the codes now.'],
      tags: ['customs', '{market}'],
    },
    {
      name: 'Order {order}: wrong item sent',
      text: 'The customer in {market} got another variant. Send the right one and a return label.',
      done: ['Right item sent, return label included.', 'The customer keeps it with a discount of {percent} %.'],
      tags: ['support', '{market}'],
    },
    {
      name: 'Pictures without text for {marketplace}: {goodsEn}',
      text: 'They refuse pictures with Czech labels. Ask for clean ones, at least 1600 px.',
      done: ['Clean pictures uploaded.', 'Done, {few} pictures replaced.'],
      tags: ['pictures', '{marketplace}'],
    },
    {
      name: 'Account health on {marketplace}',
      text: 'Late shipment rate is {percent} %. Find the orders behind it and write the explanation they ask for.',
      done: ['Explanation accepted, account is green again.', 'Two carrier delays, appeal sent and accepted.'],
      tags: ['{marketplace}'],
    },
    {
      name: 'Payout of {marketplace} does not match',
      text: 'The payout for {monthEn} is {amount} lower than our orders. Go through the fees with accounting.',
      done: ['Fees for returns were missing in our sheet, it matches now.', 'They corrected the payout.'],
      tags: ['payments', '{marketplace}'],
    },
    {
      name: 'Delivery promise for {market}',
      text: 'Show honest dates on the product page: 3 to 4 working days, 5 before Christmas.',
      done: ['Dates are live for all parcels under 30 kg.', 'Live, support has the new wording.'],
      tags: ['delivery', '{market}'],
    },
    {
      name: 'Find a reseller for {goodsEn} in {market}',
      text: 'Three candidates, their volumes and payment terms. No exclusivity.',
      done: ['Three candidates compared in the attached sheet.', 'One signed for a trial of {pieces} pieces.'],
      tags: ['B2B', '{market}'],
    },
    {
      name: 'Review answers in {language}',
      text: 'Twelve reviews wait for an answer. Keep it short and offer help by e-mail.',
      done: ['All answered, two reviews were raised afterwards.', 'Answered, two cases went to care.'],
      tags: ['reviews', '{language}'],
    },
    {
      name: 'Manual for {goodsEn} in {language}',
      text: 'The law asks for the manual in the local language. Layout as the Czech one, PDF under 5 MB.',
      done: ['PDF is on the product page.', 'Done, printed copies are in rack {rack}.'],
      tags: ['manuals', '{language}'],
    },
    {
      name: 'Holiday calendar for {market}',
      text: 'Mark public holidays when carriers do not run, until the end of the year.',
      done: ['Calendar shared with the warehouse.', 'Done, delivery dates use it.'],
      tags: ['planning', '{market}'],
    },
  ],
  talk: {
    progress: [
      'First half is done, the rest tomorrow.',
      'Waiting for the translator, she promised Thursday.',
      'I asked {supplier} for better pictures.',
      'Draft is in the shared folder, comments welcome.',
      'The carrier answered, numbers look good.',
      'Support sent me five more examples.',
    ],
    questions: [
      'Should we include the bundle as well?',
      'Who signs this off on your side?',
      'Is next week still fine?',
      'Do we mention the warranty?',
    ],
    answers: ['Yes, the bundle too.', 'I will, just ping me.', 'Next week is fine.', 'Yes, two years, as at home.'],
    returns: [
      'The safety notes are still in Czech.',
      'Two pictures show the old model.',
      'Prices are without VAT, please fix.',
      'The links lead to the test shop.',
    ],
    reservations: [
      'Good, but please shorten the titles next time.',
      'Accepted, the second chart can follow.',
      'Fine for now, let us revisit the margin in a month.',
    ],
    thanks: ['Great, thank you!', 'Nicely done.', 'Thanks, that was quick.', 'Exactly what we needed.'],
    ends: ['We leave this market for now.', 'The supplier withdrew the product.', 'Merged into another task.'],
  },
};
